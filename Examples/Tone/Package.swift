// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "tone",
  products: [.library(name: "Tone", type: .dynamic, targets: ["Tone"])],
  dependencies: [.package(path: "../..")],
  targets: [
    .target(
      name: "Tone",
      dependencies: [
        .product(name: "LV2Kit", package: "martlet"), .product(name: "LV2Math", package: "martlet"),
      ])
  ]
)
