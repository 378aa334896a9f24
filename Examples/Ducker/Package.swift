// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "ducker",
  products: [.library(name: "Ducker", type: .dynamic, targets: ["Ducker"])],
  dependencies: [.package(path: "../..")],
  targets: [
    .target(
      name: "Ducker",
      dependencies: [
        .product(name: "LV2Kit", package: "martlet"), .product(name: "LV2DSP", package: "martlet"),
        .product(name: "LV2Math", package: "martlet"),
      ])
  ]
)
