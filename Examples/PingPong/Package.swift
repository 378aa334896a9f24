// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "pingpong",
  products: [
    .library(name: "PingPong", type: .dynamic, targets: ["PingPong"]),
    .library(name: "PingPongUI", type: .dynamic, targets: ["PingPongUI"]),
  ],
  dependencies: [.package(path: "../..")],
  targets: [
    .target(
      name: "PingPong",
      dependencies: [
        .product(name: "LV2Kit", package: "martlet"), .product(name: "LV2DSP", package: "martlet"),
      ]),
    .target(
      name: "PingPongUI",
      dependencies: [
        "PingPong", .product(name: "LV2Kit", package: "martlet"), .product(name: "LV2DSP", package: "martlet"),
        .product(name: "LV2KitUI", package: "martlet"),
      ]),
    .testTarget(
      name: "PingPongTests", dependencies: ["PingPong", .product(name: "LV2KitTesting", package: "martlet")]),
  ]
)
