import Foundation

/// The page docs/internals/architecture.md.
struct ArchitecturePage {
  static let path = "docs/internals/architecture.md"
  let text: String

  init() throws { text = try SourceTree.text(Self.path) }

  /// The rows of the table "Modules": the imports of each module.
  var modules: [String: Set<String>] {
    let rows = tableRows(after: "\n## Modules\n").map { cells in (cells[0], Set(list(cells[cells.count - 1]))) }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  /// The modules of the second table, whose names begin with C.
  var cModules: [String] { tableRows(after: "\nThe modules whose names begin with C").flatMap { list($0[0]) } }

  /// The row of each module in the diagram at the start of the page, counted from the top.
  var rows: [String: Int] {
    let lines = text.components(separatedBy: "```")[1].components(separatedBy: "\n")
    return lines.enumerated().reduce(into: [:]) { rows, line in
      for word in line.element.split(whereSeparator: { $0 == " " || $0 == "│" }).map(String.init)
      where line.offset > 1 && word.wholeMatch(of: /[A-Za-z0-9]+/) != nil && word != "programs" {
        rows[word] = line.offset
      }
    }
  }

  /// The paths of files and folders in the text, without placeholders.
  var paths: [String] {
    text.matches(of: /`((?:Sources|Plugins|Tests|docs|Scripts)\/[^`\s]+)`/).map { String($0.output.1) }
      .flatMap(alternatives)
  }

  /// `a/{b,c}.swift` as `a/b.swift` and `a/c.swift`.
  private func alternatives(_ path: String) -> [String] {
    guard let match = path.firstMatch(of: /\{([^}]*)\}/) else { return [path] }
    return match.output.1.split(separator: ",").map { path.replacingCharacters(in: match.range, with: $0) }
  }

  private func list(_ cell: String) -> [String] { cell.components(separatedBy: ", ").filter { !$0.isEmpty } }

  /// The cells of the first table after `heading`, without its head.
  private func tableRows(after heading: String) -> [[String]] {
    guard let start = text.firstRange(of: heading) else { return [] }
    return text[start.upperBound...].components(separatedBy: "\n").drop { !$0.hasPrefix("|") }
      .prefix { $0.hasPrefix("|") }.dropFirst(2)
      .map { line in
        line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
          .map { $0.trimmingCharacters(in: .whitespaces) }
      }
  }
}
