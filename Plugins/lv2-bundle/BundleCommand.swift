import Foundation
import PackagePlugin

/// `swift package lv2-bundle`: builds the LV2 bundle of each dynamic library product of the package.
@main struct BundleCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    do {
      let options = try Options(arguments)
      if options.isHelp { return print(Options.help) }
      if options.isForArm64 { try Arm64Build.requirePackages() }
      let products = try libraries(of: context.package, named: options.products)
      for product in products { try AnnotationScan(product).run() }
      for product in products {
        let interface = Self.interface(of: product, in: context.package)
        try Bundle(product, interface: interface, context: context, build: packageManager, options: options).write()
      }
    } catch let failure as Failure {
      // SwiftPM writes what a command prints to another stream, and later if that is not a terminal. The last line is the summary.
      if !failure.text.isEmpty { Diagnostics.error("the messages are:\n\(failure.text)") }
      for line in failure.lines { Diagnostics.error(line) }
    }
  }

  /// The product with the user interfaces of a product: its name ends with "UI".
  private static func interface(of product: LibraryProduct, in package: Package) -> LibraryProduct? {
    package.products(ofType: LibraryProduct.self).first { $0.name == product.name + "UI" && $0.kind == .dynamic }
  }

  /// The dynamic library products with these names, or all. Products with user interfaces have no bundles of their own.
  private func libraries(of package: Package, named names: [String]) throws -> [LibraryProduct] {
    let dynamic = package.products(ofType: LibraryProduct.self).filter { $0.kind == .dynamic }
    let interfaces = dynamic.compactMap { Self.interface(of: $0, in: package)?.name }
    let all = dynamic.filter { !interfaces.contains($0.name) }
    for name in names where !all.contains(where: { $0.name == name }) {
      throw Failure(
        "the package has no dynamic library product '\(name)'; add .library(name:type:targets:) to Package.swift")
    }
    let selected = names.isEmpty ? all : all.filter { names.contains($0.name) }
    guard !selected.isEmpty else {
      throw Failure(
        "the package has no dynamic library product; add .library(name: \"NAME\", type: .dynamic, targets: [\"NAME\"]) "
          + "to the products in Package.swift")
    }
    return selected
  }
}

/// An error for the user, one line for each cause.
struct Failure: Error {
  let lines: [String]
  /// What a program said about the cause.
  let text: String

  init(_ lines: String..., text: String = "") {
    self.lines = lines
    self.text = text
  }

  init(lines: [String]) {
    self.lines = lines
    text = ""
  }
}
