// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "echo",
  products: [.library(name: "Echo", type: .dynamic, targets: ["Echo"])],
  dependencies: [.package(path: "../..")],
  targets: [
    .target(
      name: "Echo",
      dependencies: [
        .product(name: "LV2Kit", package: "martlet"), .product(name: "LV2DSP", package: "martlet"),
      ])
  ]
)
