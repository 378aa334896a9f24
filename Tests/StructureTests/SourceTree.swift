import Foundation

/// The files of the repository.
enum SourceTree {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root.appending(path: path).path) }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The Swift files below a folder, sorted by path. The code of the tutorials and of the tests' fixtures is no part of a
  /// module.
  static func swiftFiles(below folder: String) throws -> [SwiftFile] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
    return try paths.sorted().filter { path in
      path.hasSuffix(".swift") && !path.contains(".docc/") && !path.contains("Fixtures/")
    }.map { path in
      SwiftFile(path: "\(folder)/\(path)", lines: try text("\(folder)/\(path)").components(separatedBy: "\n"))
    }
  }
}

/// A source file, as `swift format` lays it out: two columns of indentation for each level.
struct SwiftFile {
  let path: String
  let lines: [String]

  /// The lines of the top level, without indentation. `#if` indents them once.
  var topLevelLines: [Substring] {
    var conditions = 0
    return lines.compactMap { line in
      if line.hasPrefix("#if") { conditions += 1 }
      if line.hasPrefix("#endif") { conditions -= 1 }
      if conditions > 0, line.hasPrefix("  ") { return line.hasPrefix("   ") ? nil : line.dropFirst(2) }
      return line.isEmpty || line.hasPrefix(" ") ? nil : line[...]
    }
  }

  /// The modules that the file imports.
  var imports: Set<String> {
    Set(
      topLevelLines.filter { $0.contains("import ") }.compactMap { line in
        line.prefixMatch(of: /(?:@\w+ |\w+ )*?import (?:(?:struct|class|enum|func) )?(\w+)/).map { String($0.output.1) }
      })
  }
}
