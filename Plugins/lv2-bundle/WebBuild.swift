import Foundation
import PackagePlugin

/// Builds a product as a module of WebAssembly.
///
/// The toolchain contains Embedded Swift for WebAssembly without a system. The folder `Sources/Kit/Web/System` of the kit supplies the
/// headers and functions of a C library that the code uses. A command plug-in cannot select the target of a build, so this one runs
/// `swift build` with a scratch folder of its own, and links the objects itself.
struct WebBuild {
  private static let triple = "wasm32-unknown-none-wasm"
  private static let compilerFlags = [
    "-enable-experimental-feature", "Embedded", "-wmo", "-experimental-performance-annotations",
    "-Xfrontend", "-function-sections", "-Xfrontend", "-disable-stack-protector",
  ]
  /// Vectors and copies of memory are instructions that all browsers have had since 2023.
  private static let targetFlags = ["-msimd128", "-mbulk-memory"]
  /// The size of the stack in bytes. It is below all other memory, so that an overflow is a fault.
  private static let stackSize = 1 << 20

  let context: PluginContext
  let options: Options
  /// A folder for objects and modules.
  let work: URL

  /// The folder of the kit with what all pages contain.
  static var kit: URL {
    // Plug-ins are compiled from the sources of the package that contains them.
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/Kit/Web").standardized
  }

  private var system: URL { Self.kit.appending(path: "System") }
  private var scratch: URL { context.pluginWorkDirectoryURL.appending(path: ".web") }

  /// The headers of the system come first; LV2, cairo and XCB are those of Debian.
  private var headerFlags: [String] {
    ["-ffreestanding", "-isystem", system.appending(path: "include").path, "-idirafter", "/usr/include"]
  }

  /// Builds a module and returns its bytes.
  ///
  /// - Parameter exports: the functions that the page calls.
  func module(_ product: LibraryProduct, exports: [String]) throws -> Data {
    for target in product.targets { try compile(target) }
    let support = try ["system", "files", "sndfile"].map(compileSystem)
    let module = work.appending(path: product.name + ".wasm")
    let arguments =
      ["--no-entry", "--gc-sections", "--strip-all", "--stack-first", "-z", "stack-size=\(Self.stackSize)"]
      + ["--export-table", "--allow-undefined-file=\(system.appending(path: "imports.txt").path)"]
      + exports.map { "--export=\($0)" } + ["-o", module.path] + (support + objects(of: product)).map(\.path)
    try run(
      "wasm-ld", arguments,
      failure: "\(product.name) cannot be linked for a page: it calls functions that a browser does not have")
    return try Data(contentsOf: module)
  }

  private func compile(_ target: any Target) throws {
    func passed(_ flags: [String], to tool: String) -> [String] { flags.flatMap { [tool, $0] } }
    let prefix = options.prefixFlags
    let arguments =
      ["build", "--package-path", context.package.directoryURL.path, "--scratch-path", scratch.path]
      + ["--disable-index-store", "--triple", Self.triple, "-c", "release", "--target", target.name]
      + ["--pkg-config-path", system.appending(path: "pkgconfig").path]
      + passed(headerFlags + Self.targetFlags + prefix.c, to: "-Xcc")
      + passed(Self.compilerFlags + prefix.swift, to: "-Xswiftc")
    try run("swift", arguments, failure: "\(target.name) does not compile for a page; the old page is unchanged")
  }

  /// Compiles a file of the system. The linker takes only the functions of it that the modules call.
  private func compileSystem(_ name: String) throws -> URL {
    let object = work.appending(path: "\(name).o")
    let arguments = ["--target=\(Self.triple)", "-O2", "-fno-builtin", "-c", "-o", object.path]
    let source = system.appending(path: "\(name).c")
    try run(
      "clang", arguments + headerFlags + Self.targetFlags + [source.path], failure: "\(source.path) does not compile")
    return object
  }

  /// Runs a program of the toolchain, whose messages precede those of a failure.
  private func run(_ name: String, _ arguments: [String], failure: String) throws {
    let result = try Programs.output(of: tool(name), arguments)
    guard result.status == 0 else { throw Failure(failure, text: CompilerMessages(log: result.text).text) }
  }

  /// The objects of the sources of a product and of all that it depends on.
  private func objects(of product: LibraryProduct) -> [URL] {
    let targets = product.targets.flatMap { [$0] + $0.recursiveTargetDependencies }
    let modules = Dictionary(targets.compactMap { $0 as? any SourceModuleTarget }.map { ($0.name, $0) }) { first, _ in
      first
    }
    return modules.values.sorted { $0.name < $1.name }.flatMap { target in
      let folder = scratch.appending(path: "\(Self.triple)/release/\(target.name).build")
      return target.sourceFiles.filter { $0.type == .source }.map { source in
        // The object of a C file is in the folder that the file has in its target.
        let isSwift = source.url.pathExtension == "swift"
        let place = source.url.path.dropFirst(target.directoryURL.path.count).drop { $0 == "/" }
        return folder.appending(path: (isSwift ? source.url.lastPathComponent : String(place)) + ".o")
      }
    }
  }

  private func tool(_ name: String) throws -> URL {
    guard let program = Programs.find(name) ?? (try? context.tool(named: name).url) else {
      throw Failure("the program \(name) is missing; it is a part of the Swift toolchain")
    }
    return program
  }
}
