// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "trim",
  products: [.library(name: "Trim", type: .dynamic, targets: ["Trim"])],
  dependencies: [.package(path: "../..")],
  targets: [
    .target(
      name: "Trim",
      dependencies: [
        .product(name: "LV2Kit", package: "martlet"), .product(name: "LV2DSP", package: "martlet"),
        .product(name: "LV2Math", package: "martlet"),
      ])
  ]
)
