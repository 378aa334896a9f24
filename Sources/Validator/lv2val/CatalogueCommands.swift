import Checks
import Ends
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
      let letters = Severity.allCases.reversed().map { check.severities.contains($0) ? $0.letter : "-" }
      return "\(name)\(padding)  \(letters.joined())  \(check.text.asserts)\n"
    }
    try console.write(lines.joined())
    return .clean
  }

  /// `lv2val explain ID...`: the texts of checks, and of kinds of message such as `audio.nonfinite/output`.
  func explain() throws -> ExitStatus {
    guard !arguments.isEmpty else {
      throw UsageError("explain requires the id of a check or of a message; see 'lv2val checks'")
    }
    try console.write(try arguments.map(explanation).joined(separator: "\n"))
    return .clean
  }

  private func explanation(of name: String) throws(UsageError) -> String {
    if let check = CheckID(rawValue: name).flatMap(Catalogue.check) { return text(of: check.description) }
    guard let id = MessageID(rawValue: name), let check = Catalogue.check(id.check)?.description else {
      throw UsageError("unknown check '\(name)'; see 'lv2val checks'")
    }
    if let message = check.messages.first(where: { $0.id == id }) { return text(of: id, message.text) }
    if id.kind == EndMessage.xError.word, id.check.family == "ui" { return text(of: id, ServerErrors.text) }
    if EndMessage.allCases.contains(where: { $0.word == id.kind }) {
      return text(of: id, check.end ?? EndOfChild.text)
    }
    let kinds = (check.messages.map(\.id.kind) + ["those of ends of the process"]).listed()
    throw UsageError("\(id.check.rawValue) has no kind '\(id.kind)'; its kinds: \(kinds)")
  }

  private func text(of id: MessageID, _ text: MessageText) -> String {
    let severities = text.severities.map(\.rawValue).joined(separator: ", ")
    return "\(id.rawValue) (\(severities))\n\n"
      + paragraphs([("Rule", text.rule.citation), ("Fix", text.remedy)]).joined(separator: "\n")
  }

  private func text(of check: CheckDescription) -> String {
    let severities = check.severities.sorted(by: >).map(\.rawValue).joined(separator: ", ")
    let sections = paragraphs([
      ("Asserts", check.text.asserts), ("Method", check.text.method),
      ("Level \(check.text.level.number)", check.text.level.reason),
    ])
    let messages = check.messages.map { message in
      "\(message.id.rawValue) (\(message.text.severities.map(\.rawValue).joined(separator: ", ")))\n"
        + TextReport.wrapped(message.text.remedy, indent: 4) + "\n"
    }
    let title = "\(check.id.rawValue)\(severities.isEmpty ? "" : " (\(severities))")\n"
    return ([title] + sections + (messages.isEmpty ? [] : ["Messages\n" + messages.map { "  \($0)" }.joined()]))
      .joined(separator: "\n")
  }

  /// Titles with indented texts.
  private func paragraphs(_ sections: [(String, String)]) -> [String] {
    sections.map { "\($0)\n\(TextReport.wrapped($1))\n" }
  }
}
