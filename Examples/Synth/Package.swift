// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "synth",
  products: [
    .library(name: "Synth", type: .dynamic, targets: ["Synth"]),
    .library(name: "SynthUI", type: .dynamic, targets: ["SynthUI"]),
  ],
  dependencies: [.package(path: "../..")],
  targets: [
    .target(
      name: "Synth",
      dependencies: [
        .product(name: "LV2Kit", package: "martlet"), .product(name: "LV2DSP", package: "martlet"),
        .product(name: "LV2Math", package: "martlet"),
      ]),
    .target(
      name: "SynthUI",
      dependencies: [
        "Synth", .product(name: "LV2Kit", package: "martlet"), .product(name: "LV2KitUI", package: "martlet"),
      ]),
    .testTarget(
      name: "SynthTests", dependencies: ["Synth", .product(name: "LV2KitTesting", package: "martlet")]),
  ]
)
