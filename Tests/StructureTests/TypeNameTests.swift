import Testing

/// A name at the top level means one type in all modules, so that a reader need not know the module.
@Suite struct TypeNameTests {
  @Test func topLevelTypesHaveDifferentNames() throws {
    var files: [String: Set<String>] = [:]
    for file in try SourceTree.swiftFiles(below: "Sources") {
      for name in file.topLevelTypes { files[name, default: []].insert(file.path) }
    }
    try #require(files.count > 400)
    for (name, files) in files where files.count > 1 {
      Issue.record("\(name) is declared in \(files.sorted().joined(separator: " and "))")
    }
  }
}

extension SwiftFile {
  /// The types that the file declares at the top level.
  fileprivate var topLevelTypes: [String] {
    topLevelLines.compactMap { line in
      let head = /(?:@\w+(?:\([^)]*\))? |\w+ )*?(?:struct|class|enum|protocol|actor|typealias) (\w+)/
      return line.prefixMatch(of: head).map { String($0.output.1) }
    }
  }
}
