import FoundationEssentials

/// The Turtle files of a bundle on disk.
struct BundleFolder {
  let path: String

  /// The names of the files that differ from `bundle`, are missing, or are not part of it.
  func staleFiles(_ bundle: Bundle) throws -> [String] {
    let wanted = Set(bundle.files.map(\.name))
    let changed = bundle.files.filter { file in
      (try? Data(contentsOf: URL(filePath: path).appending(path: file.name))) != Data(file.bytes)
    }
    return (changed.map(\.name) + (try turtleFiles().filter { !wanted.contains($0) })).sorted()
  }

  /// Writes every file of `bundle` whole or not at all, and removes Turtle that is not part of it.
  func write(_ bundle: Bundle) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for file in bundle.files {
      try Data(file.bytes).write(to: URL(filePath: path).appending(path: file.name), options: .atomic)
    }
    for name in try turtleFiles() where !bundle.files.contains(where: { $0.name == name }) {
      try FileManager.default.removeItem(atPath: path + "/" + name)
    }
  }

  private func turtleFiles() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".ttl") }
  }
}
