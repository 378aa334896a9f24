// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "tremolo",
  products: [.library(name: "Tremolo", type: .dynamic, targets: ["Tremolo"])],
  dependencies: [.package(path: "../..")],
  targets: [
    .target(
      name: "Tremolo",
      dependencies: [
        .product(name: "LV2Kit", package: "martlet"), .product(name: "LV2Math", package: "martlet"),
      ])
  ]
)
