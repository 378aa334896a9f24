// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "overdrive",
  products: [.library(name: "Overdrive", type: .dynamic, targets: ["Overdrive"])],
  dependencies: [.package(url: "https://example.org/martlet.git", from: "2.1.0")],
  targets: [.target(name: "Overdrive", dependencies: [.product(name: "LV2Kit", package: "martlet")])]
)
