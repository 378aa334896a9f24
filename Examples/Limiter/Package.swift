// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "limiter",
  products: [.library(name: "Limiter", type: .dynamic, targets: ["Limiter"])],
  dependencies: [.package(path: "../..")],
  targets: [
    .target(
      name: "Limiter",
      dependencies: [
        .product(name: "LV2Kit", package: "martlet"), .product(name: "LV2DSP", package: "martlet"),
        .product(name: "LV2Math", package: "martlet"),
      ])
  ]
)
