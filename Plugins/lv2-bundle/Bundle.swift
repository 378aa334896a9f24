import Foundation
import PackagePlugin

/// The bundle of one product: builds its libraries, generates its Turtle, and replaces the bundle as a whole.
struct Bundle {
  private let product: LibraryProduct
  /// The product with the user interfaces of the effects, or nil.
  private let interface: LibraryProduct?
  private let context: PluginContext
  private let options: Options
  /// The name of the bundle and of the library: the product's in lower case.
  private let name: String
  /// The version script and the unfinished bundle.
  private let work: URL
  private let builder: LibraryBuilder
  private let clap: ClapLibrary
  private let web: WebPage

  init(
    _ product: LibraryProduct, interface: LibraryProduct?, context: PluginContext, build: PackageManager,
    options: Options
  ) {
    self.product = product
    // The libraries of the X server for arm64 are not required on this system.
    self.interface = options.isForArm64 ? nil : interface
    self.context = context
    self.options = options
    name = product.name.lowercased()
    work = context.pluginWorkDirectoryURL.appending(path: product.name)
    builder = LibraryBuilder(product: product, context: context, build: build, options: options, work: work)
    clap = ClapLibrary(name: name, builder: builder, work: work.appending(path: "clap"))
    let webBuild = WebBuild(context: context, options: options, work: work.appending(path: "web"))
    web = WebPage(product: product, interface: interface, name: name, build: webBuild)
  }

  func write() throws {
    let files = FileManager.default
    let new = work.appending(path: name + ".lv2")
    try? files.removeItem(at: work)
    try files.createDirectory(at: new, withIntermediateDirectories: true)
    for folder in [clap.work, web.build.work] {
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    try copyFiles(to: new)
    try generateTurtle(to: new)
    let package = context.package.directoryURL
    if options.formats.contains(.web) { try web.write(to: package.appending(path: options.webOutput)) }
    guard options.formats != [.web] else { return }
    let main = new.appending(path: name + ".so")
    try builder.copyStripped(options.isForArm64 ? builder.arm64Library() : builder.library(.baseline), to: main)
    // The modules are compiled for every processor now.
    if options.formats.contains(.clap) { try clap.link() }
    if let interface {
      let library = try builder.library(.baseline, of: interface, entry: "lv2ui_descriptor")
      try builder.copyStripped(library, to: new.appending(path: interfaceFile))
    }
    if options.processor != nil {
      try builder.copyStripped(builder.library(.level3), to: new.appending(path: name + "-v3.so"))
    }
    if options.formats.contains(.clap) { try writeClap(from: new, to: package.appending(path: options.clapOutput)) }
    guard options.formats.contains(.lv2) else { return }
    let folder = package.appending(path: options.output)
    let bundle = folder.appending(path: name + ".lv2")
    try replace(bundle, by: new)
    print("\(bundle.path): \(try size(of: bundle.appending(path: name + ".so"))) bytes")
    guard !options.isForArm64 else { return print("To install it, copy the folder to ~/.lv2 of the arm64 system") }
    if options.validates { try validate(bundle) }
    try finish(bundle)
  }

  /// Writes the files for CLAP. The libraries that both formats load are those of the new bundle for LV2.
  private func writeClap(from bundle: URL, to folder: URL) throws {
    let files = FileManager.default
    for file in clap.files.dropFirst() where files.fileExists(atPath: bundle.appending(path: file).path) {
      try files.copyItem(at: bundle.appending(path: file), to: clap.work.appending(path: file))
    }
    try clap.install(in: folder)
    let library = folder.appending(path: name + ".clap")
    print("\(library.path): \(try size(of: library)) bytes")
    guard options.installs else { return }
    let home = files.homeDirectoryForCurrentUser.appending(path: ".clap")
    try clap.install(in: home)
    print("Installed in \(home.path)")
  }

  // MARK: Files

  /// The library of the user interfaces in the bundle.
  private var interfaceFile: String { name + "-ui.so" }

  private func generateTurtle(to folder: URL) throws {
    let library = try builder.library(.declarations)
    let arguments = [
      library.path, folder.path, name + ".so", interface == nil ? "" : interfaceFile, options.url ?? "",
      clap.source.path, web.description.path,
    ]
    let result = try Programs.output(of: context.tool(named: "lv2ttl").url, arguments)
    guard result.status == 0 else {
      throw Failure(
        "the declarations or the code of \(product.name) are not valid; the old bundle is unchanged",
        text: CompilerMessages(log: result.text).text)
    }
  }

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
    guard let tool = Programs.find("lv2val") else {
      return print("lv2val is not installed; the bundle is not validated")
    }
    guard try Programs.run(tool, ["validate", bundle.path]) == 0 else {
      throw Failure("lv2val found errors in \(bundle.path)")
    }
  }

  private func finish(_ bundle: URL) throws {
    guard options.installs else {
      let folder = bundle.deletingLastPathComponent().path
      let plugin = try firstPlugin(of: bundle)
      return print("To try it: LV2_PATH=\(folder):/usr/lib/lv2 jalv \(plugin), or lv2-bundle --install")
    }
    let folder = FileManager.default.homeDirectoryForCurrentUser.appending(path: ".lv2")
    try replace(folder.appending(path: name + ".lv2"), by: bundle)
    print("Installed in \(folder.path)")
  }

  /// The URI of the first plug-in in a bundle.
  private func firstPlugin(of bundle: URL) throws -> String {
    let manifest = try String(contentsOf: bundle.appending(path: "manifest.ttl"), encoding: .utf8)
    return manifest.firstMatch(of: /<([^>]+)>\s+a lv2:Plugin/).map { String($0.1) } ?? "URI"
  }
}
