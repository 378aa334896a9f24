import Foundation

/// A package that is copied with another name.
struct Template {
  /// The folder in Examples/Templates.
  enum Kind: String {
    case effect = "Effect"
    case instrument = "Instrument"
    case midi = "MIDI"
    case window = "Window"
  }

  private let kind: Kind
  private let name: String
  /// With what the URIs begin.
  private let prefix: String

  init(_ kind: Kind, name: String, prefix: String) {
    self.kind = kind
    self.name = name
    self.prefix = prefix
  }

  /// Plug-ins are compiled from the sources of the package that contains them.
  static let kit = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  func copy(to directory: URL, dependingOn dependency: Dependency) throws {
    let root = Self.kit.appending(path: "Examples/Templates/\(kind.rawValue)")
    for path in ["Package.swift"] + ["Sources", "Tests"].flatMap({ files(in: root, $0) }) {
      let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        .replacing(#".package(path: "../../..")"#, with: dependency.declaration(for: directory))
        .replacing(#"package: "martlet""#, with: #"package: "\#(dependency.identity)""#)
        .replacing("urn:example:", with: prefix)
      let target = directory.appending(path: renamed(path))
      try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try renamed(text).write(to: target, atomically: true, encoding: .utf8)
    }
  }

  private func files(in root: URL, _ folder: String) -> [String] {
    let paths = FileManager.default.subpaths(atPath: root.appending(path: folder).path) ?? []
    return paths.filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }
  }

  private func renamed(_ text: String) -> String {
    text.replacing("Template", with: name).replacing("template", with: name.lowercased())
  }
}
