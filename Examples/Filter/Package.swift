// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "filter",
  products: [.library(name: "Filter", type: .dynamic, targets: ["Filter"])],
  dependencies: [.package(path: "../..")],
  targets: [
    .target(
      name: "Filter",
      dependencies: [
        .product(name: "LV2Kit", package: "martlet"), .product(name: "LV2DSP", package: "martlet"),
        .product(name: "LV2Math", package: "martlet"),
      ])
  ]
)
