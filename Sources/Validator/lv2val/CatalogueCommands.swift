import Checks
import Model
import Reporting
import Support

extension Options {
  /// `lv2val checks`: the catalogue with one check per line; with `--markdown`, the page docs/reference/checks.md.
  func checks() throws -> ExitStatus {
    if let argument = arguments.first {
      throw UsageError("'lv2val checks' lists all checks; 'lv2val explain \(argument)' explains one")
    }
    let checks = Catalogue.descriptions
    if has(.markdown) {
      try console.write(CataloguePage.render(checks))
      return .clean
    }
    let width = checks.map(\.id.rawValue.count).max() ?? 0
    let lines = checks.map { check in
      let name = check.id.rawValue
      let padding = String(repeating: " ", count: width - name.count)
      let letters = Severity.allCases.reversed().map { check.text.severities.contains($0) ? $0.letter : "-" }
      return "\(name)\(padding)  \(letters.joined())  \(check.text.asserts)\n"
    }
    try console.write(lines.joined())
    return .clean
  }

  /// `lv2val explain CHECK-ID...`: the texts and message ids of checks.
  func explain() throws -> ExitStatus {
    guard !arguments.isEmpty else { throw UsageError("explain requires the id of a check; see 'lv2val checks'") }
    let texts = try arguments.map { name throws(UsageError) in
      guard let check = CheckID(rawValue: name).flatMap(Catalogue.check) else {
        throw UsageError("unknown check '\(name)'; see 'lv2val checks'")
      }
      return text(of: check.description)
    }
    try console.write(texts.joined(separator: "\n"))
    return .clean
  }

  private func text(of check: CheckDescription) -> String {
    let severities = check.text.severities.sorted(by: >).map(\.rawValue).joined(separator: ", ")
    let sections = [
      ("Asserts", check.text.asserts), ("Rule", check.text.citation), ("Method", check.text.method),
      ("Fix", check.text.remedy),
      ("Level \(check.text.level.number)", check.text.level.reason),
    ]
    let paragraphs = sections.map { "\($0)\n\(TextReport.wrapped($1))\n" }
    let messages = check.messages.map { "  \($0.rawValue)\n" }.joined()
    let end = messages.isEmpty ? "" : "\nMessages\n\(messages)"
    return "\(check.id.rawValue) (\(severities))\n\n\(paragraphs.joined(separator: "\n"))\(end)"
  }
}
