// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "meter",
  products: [.library(name: "Meter", type: .dynamic, targets: ["Meter"])],
  dependencies: [.package(path: "../..")],
  targets: [
    .target(
      name: "Meter",
      dependencies: [
        .product(name: "LV2Kit", package: "martlet"), .product(name: "LV2DSP", package: "martlet"),
        .product(name: "LV2Math", package: "martlet"),
      ])
  ]
)
