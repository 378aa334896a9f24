import Foundation
import PackagePlugin

/// Builds the libraries of a product.
struct LibraryBuilder {
  let product: LibraryProduct
  let context: PluginContext
  let build: PackageManager
  let options: Options
  /// The folder of the version scripts.
  let work: URL

  enum Kind {
    /// Without Embedded Swift: contains the declarations, from which the Turtle is generated.
    case declarations
    /// For every processor. It loads the build for newer processors if `--processor` asks for one.
    case baseline
    /// For the newer processors of `--processor`.
    case level3

    /// What a library of this kind is built for.
    var purpose: String {
      switch self {
      case .declarations: "for its declarations, as in tests"
      case .baseline: "in Embedded Swift, for the bundle"
      case .level3: "in Embedded Swift, for processors of the level x86-64-v3"
      }
    }
  }

  /// The linker is the toolchain's: gold would keep the imports of functions that the library does not contain. Without
  /// incremental code generation and without a build id, the library contains no hash that depends on the folder.
  private static let compilerFlags = [
    "-enable-experimental-feature", "Embedded", "-wmo", "-experimental-performance-annotations",
    "-Xfrontend", "-function-sections", "-Xcc", "-fno-asynchronous-unwind-tables", "-use-ld=lld",
    "-Xfrontend", "-disable-incremental-llvm-codegen",
  ]

  /// The C code of LV2Kit opens libraries, which need not be fast.
  static let cFlags = ["-Os", "-fno-asynchronous-unwind-tables"]

  /// Writes the version script and returns the flags for the linker.
  ///
  /// - Parameter entry: the only symbol that the library exports.
  private func linkerFlags(entry: String) throws -> [String] {
    let script = work.appending(path: "\(entry).map")
    try "{ global: \(entry); local: *; };\n".write(to: script, atomically: true, encoding: .utf8)
    // Embedded Swift gives each source file a hash that only the compiler reads, and that --gc-sections keeps.
    let discarded = work.appending(path: "discarded.ld")
    try "SECTIONS { /DISCARD/ : { *(.swift_modhash) } } INSERT AFTER .text;\n"
      .write(to: discarded, atomically: true, encoding: .utf8)
    return ["-T", discarded.path, "-z", "defs", "--gc-sections", "--build-id=none", "--version-script=\(script.path)"]
  }

  /// Builds the product, or another one, and returns the library.
  ///
  /// - Parameters:
  ///   - entry: the only symbol that the library exports.
  ///   - objects: further files for the linker. They change nothing in the code of the modules, which is not compiled again.
  func library(
    _ kind: Kind, of other: LibraryProduct? = nil, entry: String = "lv2_descriptor", objects: [URL] = []
  ) throws -> URL {
    let product = other ?? product
    let configuration: PackageManager.BuildConfiguration = kind == .declarations ? .debug : .release
    var parameters = PackageManager.BuildParameters(configuration: configuration, logging: .concise)
    if kind != .declarations {
      parameters.otherSwiftcFlags = Self.compilerFlags + options.prefixFlags.swift
      parameters.otherCFlags = Self.cFlags + options.prefixFlags.c
      parameters.otherLinkerFlags = try linkerFlags(entry: entry) + objects.map(\.path)
    }
    if kind == .level3 { parameters.otherSwiftcFlags += ["-Xcc", "-march=x86-64-v3", "-D", "LEVEL3"] }
    if kind == .baseline && options.processor != nil {
      parameters.otherSwiftcFlags += ["-D", "LV2KIT_LEVELS"]
      parameters.otherCFlags += ["-DLV2KIT_LEVELS"]
    }
    let result = try build.build(.product(product.name), parameters: parameters)
    guard result.succeeded else {
      throw Failure(
        "\(product.name) does not compile \(kind.purpose); the old bundle is unchanged",
        text: CompilerMessages(log: result.logText).text)
    }
    guard let library = result.builtArtifacts.first(where: { $0.kind == .dynamicLibrary }) else {
      throw Failure("the build of \(product.name) produced no dynamic library")
    }
    return library.url
  }

  /// Builds the product for arm64 and returns the library.
  func arm64Library() throws -> URL {
    let folder = context.pluginWorkDirectoryURL.appending(path: ".arm64")
    let build = Arm64Build(package: context.package.directoryURL, scratch: folder)
    let arguments = try build.arguments(
      product.name, compilerFlags: Self.compilerFlags + options.prefixFlags.swift, cFlags: options.prefixFlags.c,
      linkerFlags: linkerFlags(entry: "lv2_descriptor"))
    guard try Programs.run(context.tool(named: "swift").url, arguments) == 0 else {
      throw Failure("the build of \(product.name) for arm64 failed")
    }
    return build.library(product.name)
  }

  /// Copies a library without its symbols and debugging information, which `--debug` keeps.
  func copyStripped(_ library: URL, to target: URL) throws {
    try? FileManager.default.removeItem(at: target)
    if options.keepsDebugInformation {
      try FileManager.default.copyItem(at: library, to: target)
    } else {
      let name = options.isForArm64 ? Arm64Build.strip : "strip"
      guard let strip = Programs.find(name) else { throw Failure("the program \(name) is missing; install binutils") }
      guard try Programs.run(strip, ["-R", ".comment", "-o", target.path, library.path]) == 0 else {
        throw Failure("\(target.path): strip failed")
      }
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: target.path)
  }
}
