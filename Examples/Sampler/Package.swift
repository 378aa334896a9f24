// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "sampler",
  products: [
    .library(name: "Sampler", type: .dynamic, targets: ["Sampler"]),
    .library(name: "SamplerUI", type: .dynamic, targets: ["SamplerUI"]),
  ],
  dependencies: [.package(path: "../..")],
  targets: [
    .systemLibrary(name: "CSoundFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .target(
      name: "Sampler",
      dependencies: [
        .product(name: "LV2Kit", package: "martlet"), .product(name: "LV2Math", package: "martlet"), "CSoundFile",
      ]),
    .target(
      name: "SamplerUI",
      dependencies: [
        "Sampler", .product(name: "LV2Kit", package: "martlet"), .product(name: "LV2KitUI", package: "martlet"),
      ]),
  ]
)
