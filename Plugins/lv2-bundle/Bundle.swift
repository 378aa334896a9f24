import Foundation
import PackagePlugin

/// The bundle of one product: builds its libraries, generates its Turtle, and replaces the bundle as a whole.
struct Bundle {
  private let product: LibraryProduct
  /// The product with the user interfaces of the effects, or nil.
  private let interface: LibraryProduct?
  private let context: PluginContext
  private let build: PackageManager
  private let options: Options
  /// The name of the bundle and of the library: the product's in lower case.
  private let name: String
  /// The version script and the unfinished bundle.
  private let work: URL

  init(
    _ product: LibraryProduct, interface: LibraryProduct?, context: PluginContext, build: PackageManager,
    options: Options
  ) {
    self.product = product
    // The libraries of the X server for arm64 are not required on this system.
    self.interface = options.isForArm64 ? nil : interface
    self.context = context
    self.build = build
    self.options = options
    name = product.name.lowercased()
    work = context.pluginWorkDirectoryURL.appending(path: product.name)
  }

  func write() throws {
    let files = FileManager.default
    let new = work.appending(path: name + ".lv2")
    try? files.removeItem(at: work)
    try files.createDirectory(at: new, withIntermediateDirectories: true)
    try copyFiles(to: new)
    try generateTurtle(to: new)
    let main = new.appending(path: name + ".so")
    try copyStripped(options.isForArm64 ? arm64Library() : library(.baseline), to: main)
    if let interface {
      try copyStripped(
        library(.baseline, of: interface, entry: "lv2ui_descriptor"), to: new.appending(path: interfaceFile))
    }
    if options.processor != nil {
      try copyStripped(library(.level3), to: new.appending(path: name + "-v3.so"))
    }
    let folder = context.package.directoryURL.appending(path: options.output)
    let bundle = folder.appending(path: name + ".lv2")
    try replace(bundle, by: new)
    print("\(bundle.path): \(try size(of: bundle.appending(path: name + ".so"))) bytes")
    guard !options.isForArm64 else { return print("To install it, copy the folder to ~/.lv2 of the arm64 system") }
    if options.validates { try validate(bundle) }
    try finish(bundle)
  }

  // MARK: Libraries

  private enum Build {
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
  private static let cFlags = ["-Os", "-fno-asynchronous-unwind-tables"]

  /// The definition of the prefix for relative URIs, for Swift and for C.
  private var prefixFlags: (swift: [String], c: [String]) {
    guard let prefix = options.url else { return ([], []) }
    return (["-D", "LV2KIT_URL_PREFIX"], ["-DLV2KIT_URL_PREFIX=\"\(prefix)\""])
  }

  /// The library of the user interfaces in the bundle.
  private var interfaceFile: String { name + "-ui.so" }

  /// Writes the version script and returns the flags for the linker.
  ///
  /// - Parameter entry: the only function that the library exports.
  private func linkerFlags(entry: String = "lv2_descriptor") throws -> [String] {
    let script = work.appending(path: "\(entry).map")
    try "{ global: \(entry); local: *; };\n".write(to: script, atomically: true, encoding: .utf8)
    // Embedded Swift gives each source file a hash that only the compiler reads, and that --gc-sections keeps.
    let discarded = work.appending(path: "discarded.ld")
    try "SECTIONS { /DISCARD/ : { *(.swift_modhash) } } INSERT AFTER .text;\n"
      .write(to: discarded, atomically: true, encoding: .utf8)
    return ["-T", discarded.path, "-z", "defs", "--gc-sections", "--build-id=none", "--version-script=\(script.path)"]
  }

  /// Builds the product, or another one, and returns the library.
  private func library(_ kind: Build, of other: LibraryProduct? = nil, entry: String = "lv2_descriptor") throws -> URL {
    let product = other ?? product
    let configuration: PackageManager.BuildConfiguration = kind == .declarations ? .debug : .release
    var parameters = PackageManager.BuildParameters(configuration: configuration, logging: .concise)
    if kind != .declarations {
      parameters.otherSwiftcFlags = Self.compilerFlags + prefixFlags.swift
      parameters.otherCFlags = Self.cFlags + prefixFlags.c
      parameters.otherLinkerFlags = try linkerFlags(entry: entry)
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
  private func arm64Library() throws -> URL {
    let folder = context.pluginWorkDirectoryURL.appending(path: ".arm64")
    let build = Arm64Build(package: context.package.directoryURL, scratch: folder)
    let arguments = try build.arguments(
      product.name, compilerFlags: Self.compilerFlags + prefixFlags.swift, cFlags: prefixFlags.c,
      linkerFlags: linkerFlags())
    guard try run(context.tool(named: "swift").url, arguments) == 0 else {
      throw Failure("the build of \(product.name) for arm64 failed")
    }
    return build.library(product.name)
  }

  private func generateTurtle(to folder: URL) throws {
    let library = try library(.declarations)
    let arguments = [
      library.path, folder.path, name + ".so", interface == nil ? "" : interfaceFile, options.url ?? "",
    ]
    let result = try run(context.tool(named: "lv2ttl").url, arguments)
    guard result == 0 else {
      throw Failure("the declarations or the code of \(product.name) are not valid; the old bundle is unchanged")
    }
  }

  // MARK: Files

  /// Copies the content of the folder `Bundle` of the product's modules.
  private func copyFiles(to folder: URL) throws {
    let files = FileManager.default
    for source in product.targets.map({ $0.directoryURL.appending(path: "Bundle") })
    where files.fileExists(atPath: source.path) {
      for name in try files.contentsOfDirectory(atPath: source.path) {
        try files.copyItem(at: source.appending(path: name), to: folder.appending(path: name))
      }
    }
  }

  /// Copies a library without its symbols and debugging information, which `--debug` keeps.
  private func copyStripped(_ library: URL, to target: URL) throws {
    if options.keepsDebugInformation {
      try FileManager.default.copyItem(at: library, to: target)
      return try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: target.path)
    }
    let name = options.isForArm64 ? Arm64Build.strip : "strip"
    guard let strip = program(name) else { throw Failure("the program \(name) is missing; install binutils") }
    guard try run(strip, ["-R", ".comment", "-o", target.path, library.path]) == 0 else {
      throw Failure("\(target.path): strip failed")
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: target.path)
  }

  /// Replaces a bundle by a new one. If that fails, the old one stays.
  private func replace(_ bundle: URL, by new: URL) throws {
    let files = FileManager.default
    let folder = bundle.deletingLastPathComponent()
    // Both names are in the folder of the bundle, because a folder can be renamed within a file system only.
    let (next, old) = (folder.appending(path: ".\(name).new"), folder.appending(path: ".\(name).old"))
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    for leftover in [next, old] { try? files.removeItem(at: leftover) }
    try files.copyItem(at: new, to: next)
    if files.fileExists(atPath: bundle.path) { try files.moveItem(at: bundle, to: old) }
    do {
      try files.moveItem(at: next, to: bundle)
    } catch {
      try? files.moveItem(at: old, to: bundle)
      throw Failure("\(bundle.path): \(error.localizedDescription)")
    }
    try? files.removeItem(at: old)
  }

  private func size(of file: URL) throws -> Int {
    try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
  }

  // MARK: After the build

  private func validate(_ bundle: URL) throws {
    guard let tool = program("lv2val") else { return print("lv2val is not installed; the bundle is not validated") }
    guard try run(tool, ["validate", bundle.path]) == 0 else { throw Failure("lv2val found errors in \(bundle.path)") }
  }

  private func finish(_ bundle: URL) throws {
    guard options.installs else {
      return print("To try it: LV2_PATH=\(bundle.deletingLastPathComponent().path) jalv URI, or lv2-bundle --install")
    }
    let folder = FileManager.default.homeDirectoryForCurrentUser.appending(path: ".lv2")
    try replace(folder.appending(path: name + ".lv2"), by: bundle)
    print("Installed in \(folder.path)")
  }

  /// The program with this name in PATH.
  private func program(_ name: String) -> URL? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { URL(filePath: String($0)).appending(path: name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// Runs a program to its end and returns its exit status.
  private func run(_ program: URL, _ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    // A crash of lv2ttl is that of an effect, which it names.
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
