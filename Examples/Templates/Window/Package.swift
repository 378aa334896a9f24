// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "template",
  products: [
    .library(name: "Template", type: .dynamic, targets: ["Template"]),
    .library(name: "TemplateUI", type: .dynamic, targets: ["TemplateUI"]),
  ],
  dependencies: [.package(path: "../../..")],
  targets: [
    .target(
      name: "Template",
      dependencies: [
        .product(name: "LV2Kit", package: "martlet"), .product(name: "LV2DSP", package: "martlet"),
        .product(name: "LV2Math", package: "martlet"),
      ]),
    .target(
      name: "TemplateUI",
      dependencies: [
        "Template", .product(name: "LV2Kit", package: "martlet"), .product(name: "LV2DSP", package: "martlet"),
        .product(name: "LV2KitUI", package: "martlet"),
      ]),
    .testTarget(
      name: "TemplateTests", dependencies: ["Template", .product(name: "LV2KitTesting", package: "martlet")]),
  ]
)
