import Foundation
import PackagePlugin

/// The CLAP plug-ins of one product: NAME.clap, and beside it the libraries that it loads: NAME-ui.so with the windows and
/// NAME-v3.so for newer processors. They are those of the bundle for LV2.
struct ClapLibrary {
  let name: String
  let builder: LibraryBuilder
  /// A folder for the files before they are complete.
  let work: URL

  var files: [String] { [name + ".clap", name + "-ui.so", name + "-v3.so"] }

  /// The description of the plug-ins in C, which lv2ttl generates.
  var source: URL { work.appending(path: "clap.c") }

  /// Links the modules of the product with the description of the plug-ins.
  func link() throws {
    let object = work.appending(path: "clap.o")
    guard let clang = Programs.find("clang") ?? (try? builder.context.tool(named: "clang").url) else {
      throw Failure("the program clang is missing; it is a part of the Swift toolchain")
    }
    // Plug-ins are compiled from the sources of the package that contains them.
    let kit = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    let headers = kit.appending(path: "Sources/Shared/C/CCLAP/include").path
    let arguments = ["-c", "-fPIC", "-I", headers, "-o", object.path, source.path]
    guard try Programs.run(clang, LibraryBuilder.cFlags + arguments) == 0 else {
      throw Failure("the description of \(builder.product.name) for CLAP does not compile")
    }
    try builder.copyStripped(
      builder.library(.baseline, entry: "clap_entry", objects: [object]), to: work.appending(path: name + ".clap"))
  }

  /// Replaces the files in a folder by the new ones.
  func install(in folder: URL) throws {
    let manager = FileManager.default
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    // The library that hosts search is the last one: it then finds those that it loads.
    for file in files.reversed() {
      let (new, target) = (work.appending(path: file), folder.appending(path: file))
      let next = folder.appending(path: ".\(file).new")
      guard manager.fileExists(atPath: new.path) else {
        try? manager.removeItem(at: target)
        continue
      }
      try? manager.removeItem(at: next)
      try manager.copyItem(at: new, to: next)
      guard rename(next.path, target.path) == 0 else { throw Failure("\(target.path) cannot be replaced") }
    }
  }
}
