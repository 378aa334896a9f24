import Foundation
import PackagePlugin

/// `swift package lv2-new NAME`: creates a package with one effect, a copy of Examples/Template.
@main struct NewCommand: CommandPlugin {
  private static let help = """
    usage: swift package lv2-new NAME [DIRECTORY]

    Creates a package with an effect and its tests. NAME is the name of the effect, a Swift type such as Chorus. DIRECTORY
    is the folder of the package (default: NAME in lower case).
    """

  func performCommand(context: PluginContext, arguments: [String]) throws {
    guard let name = arguments.first, arguments.count <= 2, name != "--help" else { return print(Self.help) }
    guard name.wholeMatch(of: /[A-Z][A-Za-z0-9]*/) != nil else {
      return Diagnostics.error("'\(name)' is not a name of a Swift type; use letters and digits, such as Chorus")
    }
    let directory = URL(
      filePath: arguments.count == 2 ? arguments[1] : name.lowercased(), relativeTo: context.package.directoryURL)
    guard !FileManager.default.fileExists(atPath: directory.path) else {
      return Diagnostics.error("\(directory.path) already exists; choose another directory")
    }
    try copyTemplate(to: directory, name: name)
    print("\(directory.path)\nNext: cd there, edit Sources/\(name)/\(name).swift, and run")
    print("  swift test")
    print("  swift package --allow-writing-to-package-directory lv2-bundle")
  }

  private func copyTemplate(to directory: URL, name: String) throws {
    // Plug-ins are compiled from the sources of the package that contains them.
    let kit = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    let template = kit.appending(path: "Examples/Template")
    for path in ["Package.swift"] + ["Sources", "Tests"].flatMap({ files(in: template, $0) }) {
      let text = try String(contentsOf: template.appending(path: path), encoding: .utf8)
        .replacing(#"path: "../..""#, with: #"path: "\#(kit.path)""#)
        // The identity of a package is the name of its folder.
        .replacing(#"package: "martlet""#, with: #"package: "\#(kit.lastPathComponent)""#)
      let target = directory.appending(path: renamed(path, name))
      try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try renamed(text, name).write(to: target, atomically: true, encoding: .utf8)
    }
  }

  private func files(in root: URL, _ folder: String) -> [String] {
    let paths = FileManager.default.subpaths(atPath: root.appending(path: folder).path) ?? []
    return paths.filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }
  }

  private func renamed(_ text: String, _ name: String) -> String {
    text.replacing("Template", with: name).replacing("template", with: name.lowercased())
  }
}
