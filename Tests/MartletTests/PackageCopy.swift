import Foundation
import Testing

/// A copy of the package sources with one more effect: the tremolo of CONTRIBUTING.md.
///
/// The copy is in `.build`, so that later test runs build incrementally. All tests share one build of it.
struct PackageCopy {
  static let root = BuiltBundle.root.appending(path: ".build/package-copy")
  static let bundle = root.appending(path: "Bundles/martlet.lv2")

  /// The result of building the bundle of the copy.
  static let built = Result { () throws -> (status: Int32, output: String) in
    try copySources()
    try addEffect()
    return buildBundle()
  }

  static func buildBundle() -> (status: Int32, output: String) {
    swiftPackage("--allow-writing-to-package-directory", "lv2-bundle", "--no-validation", "Martlet")
  }

  /// Runs a command of `swift package` in the copy.
  static func swiftPackage(_ arguments: String...) -> (status: Int32, output: String) { swiftPackage(arguments) }

  static func swiftPackage(_ arguments: [String]) -> (status: Int32, output: String) {
    let command = ["swift", "package", "--disable-index-store", "--scratch-path", root.appending(path: ".build").path]
    return Command.run(command + arguments, folder: root)
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

  /// Copies the files that differ and removes unknown ones, so that the build system does not rebuild the others.
  private static func copySources() throws {
    let files = FileManager.default
    try files.createDirectory(at: root, withIntermediateDirectories: true)
    let folders = ["Sources", "Plugins"]
    func contents(_ root: URL) throws -> [String] {
      try folders.flatMap { folder in
        try files.subpathsOfDirectory(atPath: root.appending(path: folder).path).map { "\(folder)/\($0)" }
      }
    }
    let paths = try ["Package.swift"] + folders + contents(BuiltBundle.root)
    for path in paths {
      let (source, target) = (BuiltBundle.root.appending(path: path), root.appending(path: path))
      if try source.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true {
        try files.createDirectory(at: target, withIntermediateDirectories: true)
      } else if !files.contentsEqual(atPath: source.path, andPath: target.path) {
        try? files.removeItem(at: target)
        try files.copyItem(at: source, to: target)
      }
    }
    for path in try Set(contents(root)).subtracting(paths) { try? files.removeItem(at: root.appending(path: path)) }
    // The package description and lv2-new refer to these folders.
    for folder in ["Tests", "Benchmarks", "Examples"] {
      let link = root.appending(path: folder)
      try? files.removeItem(at: link)
      try files.createSymbolicLink(at: link, withDestinationURL: BuiltBundle.root.appending(path: folder))
    }
  }

  private static func addEffect() throws {
    let example = try contributingExample()
    let file = root.appending(path: "Sources/Effects/Effects/Tremolo.swift")
    try example.file.write(to: file, atomically: true, encoding: .utf8)
    let last = try #require(example.table.split(separator: "\n").first)
    try edit("Sources/Effects/Martlet/EntryPoint.swift") {
      $0.replacing(last.dropLast() + "\n", with: example.table)
    }
  }
}
