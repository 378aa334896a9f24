import FoundationEssentials
import Support

extension TurtleBundle {
  /// Returns the names of the Turtle files in `directory` that differ from this bundle, are missing or are unexpected.
  public func staleFiles(in directory: String) throws -> [String] {
    let expected = Set(files.map(\.name))
    let changed = files.filter { file in
      (try? Data(contentsOf: URL(filePath: directory).appending(path: file.name))) != Data(file.bytes)
    }
    return (changed.map(\.name) + (try turtleFiles(in: directory).filter { !expected.contains($0) })).sorted()
  }

  /// Writes each file atomically to `directory`, and removes all other Turtle files from it.
  public func write(to directory: String) throws {
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    for file in files {
      try OutputFile("\(directory)/\(file.name)").write(Array(file.bytes))
    }
    for name in try turtleFiles(in: directory) where !files.contains(where: { $0.name == name }) {
      try FileManager.default.removeItem(atPath: directory + "/" + name)
    }
  }

  private func turtleFiles(in directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory).filter { $0.hasSuffix(".ttl") }
  }
}
