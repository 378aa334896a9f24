import FoundationEssentials
import Support

/// The Turtle files in the folder of a bundle.
struct BundleFolder {
  let path: String

  /// The names of the Turtle files that differ from `files`, are missing or are unexpected.
  func names(staleComparedWith files: [String: String]) throws -> [String] {
    let changed = files.filter { name, text in
      (try? Data(contentsOf: URL(filePath: path).appending(path: name))) != Data(text.utf8)
    }
    return (changed.map(\.key) + (try turtleFiles().filter { files[$0] == nil })).sorted()
  }

  /// Writes each file atomically, and removes all other Turtle files.
  func write(_ files: [String: String]) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try OutputFile("\(path)/\(name)").write(Array(text.utf8)) }
    for name in try turtleFiles() where files[name] == nil { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }
  }

  private func turtleFiles() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".ttl") }
  }
}
