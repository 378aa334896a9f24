// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "tilt",
  products: [
    .library(name: "Tilt", type: .dynamic, targets: ["Tilt"]),
    .library(name: "TiltUI", type: .dynamic, targets: ["TiltUI"]),
  ],
  dependencies: [.package(path: "../..")],
  targets: [
    .target(
      name: "Tilt",
      dependencies: [
        .product(name: "LV2Kit", package: "martlet"), .product(name: "LV2Math", package: "martlet"),
      ]),
    .target(
      name: "TiltUI",
      dependencies: [
        "Tilt", .product(name: "LV2Kit", package: "martlet"), .product(name: "LV2KitUI", package: "martlet"),
      ]),
  ]
)
