import Testing

/// A function fits on a screen.
@Suite struct FunctionLengthTests {
  private static let limit = 60

  /// Longer functions, by their file, and why they are not divided.
  private static let exceptions: [String: String] = [
    "Sources/Shared/CommandLine/Tool+Bash.swift: bashCompletion": "one template of a shell script",
    "Sources/Validator/Checks/Atom/AtomOutput.swift: text": "a table of the texts of messages",
    "Sources/Effects/DSP/Tables/BellTable+Coefficients.swift: smooth": "a table of coefficients",
  ]

  @Test func functionsHaveAtMost60Lines() throws {
    let functions = try SourceTree.swiftFiles(below: "Sources").flatMap(\.functions)
    try #require(functions.count > 2000)
    let long = functions.filter { $0.lineCount > Self.limit }
    for function in long where Self.exceptions[function.name] == nil {
      Issue.record("\(function.name) has \(function.lineCount) lines; the limit is \(Self.limit)")
    }
    #expect(Set(Self.exceptions.keys).subtracting(long.map(\.name)) == [], "these functions need no exception")
  }
}

/// A function, an initializer or a computed property.
private struct Function {
  /// The file and the name of the function.
  let name: String
  let lineCount: Int
}

extension SwiftFile {
  private static let keywords = ["func ", "init", "subscript", "deinit", "var "]

  fileprivate var functions: [Function] {
    lines.indices.compactMap { start in
      // Regular expressions are slow in a debug build.
      guard Self.keywords.contains(where: lines[start].contains) else { return nil }
      let head = /( *)(?:@\w+(?:\([^)]*\))? |[\w()]+ )*?(?:func ([^\s(<]+)|(init|subscript|deinit)\b|var (\w+)\b.*\{$)/
      guard let match = lines[start].prefixMatch(of: head)?.output,
        let name = match.2 ?? match.3 ?? match.4
      else { return nil }
      return Function(name: "\(path): \(name)", lineCount: end(of: start, indentation: String(match.1)) - start + 1)
    }
  }

  /// The last line of a declaration: the first one that begins at its indentation with a closing brace. A signature can also
  /// continue there, with a parenthesis or the opening brace.
  private func end(of start: Int, indentation: String) -> Int {
    for index in lines.indices[(start + 1)...] {
      let line = lines[index]
      guard line.hasPrefix(indentation), let first = line.dropFirst(indentation.count).first, first != " " else {
        continue
      }
      if first == "}" { return index }
      if first != ")", first != "{" { return index - 1 }
    }
    return lines.endIndex - 1
  }
}
