import Foundation
import Testing

/// A copy of the package sources with additional effects: the tremolo of CONTRIBUTING.md and the overdrive of the
/// tutorial in its three steps.
///
/// The copy is in `.build`, so that later test runs build incrementally. All tests share one build of it.
struct PackageCopy {
  static let root = BuiltBundle.root.appending(path: ".build/package-copy")
  /// The steps of the tutorial that can be built. The name of the effect in step 3 is Overdrive3, and so on.
  static let steps = [2: "Overdrive", 3: "Overdrive3", 4: "Overdrive4"]
  static let bundle = root.appending(path: "Bundles/martlet.lv2")

  /// The result of building the library and the Turtle of the copy.
  static let built = Result { () throws -> (status: Int32, output: String) in
    try copySources()
    try addEffects()
    let library = buildLibrary()
    guard library.status == 0 else { return library }
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    try? FileManager.default.removeItem(at: bundle.appending(path: "martlet.so"))
    try FileManager.default.copyItem(
      at: root.appending(path: ".build/release/libMartlet.so"), to: bundle.appending(path: "martlet.so"))
    return Command.run(
      "swift", "run", "--disable-index-store", "--scratch-path", root.appending(path: ".build/plain").path, "lv2ttl",
      bundle.path, folder: root)
  }

  static func buildLibrary() -> (status: Int32, output: String) {
    Command.run(
      "swift", "build", "--traits", "Embedded", "--scratch-path", root.appending(path: ".build").path, "-c", "release",
      "--product", "Martlet", folder: root)
  }

  /// Replaces the text of a file of the copy.
  static func edit(_ file: String, _ change: (String) throws -> String) throws {
    let url = root.appending(path: file)
    let before = try String(contentsOf: url, encoding: .utf8)
    let after = try change(before)
    try #require(before != after)
    try after.write(to: url, atomically: true, encoding: .utf8)
  }

  /// The code blocks of the section "Adding an effect" in CONTRIBUTING.md: the file and the lines of the table.
  static func contributingExample() throws -> (file: String, table: String) {
    let text = try String(contentsOf: BuiltBundle.root.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
    let section = try #require(text.components(separatedBy: "\n## Adding an effect\n").dropFirst().first)
      .components(separatedBy: "\n## ")[0]
    let blocks = section.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    try #require(blocks.count == 2)
    return (blocks[0], blocks[1])
  }

  /// Returns the text of a file of the tutorial.
  static func tutorial(_ name: String) throws -> String {
    let resources = BuiltBundle.root.appending(path: "Sources/LV2Kit/LV2Kit.docc/Resources")
    return try String(contentsOf: resources.appending(path: name), encoding: .utf8)
  }

  /// Copies the files that differ and removes unknown ones, so that the build system does not rebuild the others.
  private static func copySources() throws {
    let files = FileManager.default
    try files.createDirectory(at: root, withIntermediateDirectories: true)
    let paths = try files.subpathsOfDirectory(atPath: BuiltBundle.root.appending(path: "Sources").path)
    for path in ["Package.swift", "Sources"] + paths.map({ "Sources/" + $0 }) {
      let (source, target) = (BuiltBundle.root.appending(path: path), root.appending(path: path))
      if try source.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true {
        try files.createDirectory(at: target, withIntermediateDirectories: true)
      } else if !files.contentsEqual(atPath: source.path, andPath: target.path) {
        try? files.removeItem(at: target)
        try files.copyItem(at: source, to: target)
      }
    }
    let known = Set(paths)
    for path in try files.subpathsOfDirectory(atPath: root.appending(path: "Sources").path) where !known.contains(path)
    {
      try? files.removeItem(at: root.appending(path: "Sources/" + path))
    }
    // The package description names targets in these folders.
    for folder in ["Tests", "Benchmarks"] {
      let link = root.appending(path: folder)
      try? files.removeItem(at: link)
      try files.createSymbolicLink(at: link, withDestinationURL: BuiltBundle.root.appending(path: folder))
    }
  }

  private static func addEffects() throws {
    let example = try contributingExample()
    let line = "  both(Comb.self) { Comb.process($0, $1) }"
    try #require(example.table.hasPrefix(line + ",\n"))
    func write(_ text: String, _ name: String) throws {
      let url = root.appending(path: "Sources/Effects/\(name).swift")
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    try write(example.file, "Tremolo")
    var table = try tutorial("Table.swift").replacing(line, with: example.table.dropLast())
    for (step, name) in steps {
      let code = try tutorial("Overdrive-\(step).swift").replacing("Overdrive", with: name)
      try write(code.replacing("overdrive", with: name.lowercased()), name)
      guard name != "Overdrive" else { continue }
      table = table.replacing("\n)\n", with: ",\n  both(\(name).self) { \(name).process($0, $1) }\n)\n")
    }
    try edit("Sources/Martlet/EntryPoint.swift") {
      $0.replacing(/\/\/\/ The plug-ins of the library(?s:.*?)\n\)\n/, with: table)
    }
  }
}
