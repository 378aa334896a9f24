import Model

/// The catalogue as a page of Markdown: docs/reference/checks.md.
public enum CataloguePage {
  /// - Parameter catalogue: all checks, in order; those of a family are adjacent.
  public static func render(_ catalogue: [CheckDescription]) -> String {
    var lines = [
      "# The checks of lv2val",
      "",
      "`lv2val checks --markdown` writes this page, and `make docs` updates it. `lv2val explain ID` prints one check or message.",
      "",
      "E, W and N are the severities that findings of a check can have: error, warning, note. An error is a violation of",
      "the specification or a fault that can damage a session. A warning is likely to cause trouble for users or hosts. A",
      "note is useful to know.",
      "",
      "**Message ids.** Each kind of finding has a stable id, such as `audio.nonfinite/output`, and its own rule, severity and",
      "remedy. Reports, `compare` and `merge` use the id; the wording of a message can change. A finding replaces words such as",
      "\u{201c}the port\u{201d} in its remedy by names. If the plug-in ends the process during a check, the check can also report one of these",
      "kinds: " + EndMessage.allCases.map { "`\($0.word)`" }.joined(separator: ", ") + ".",
      "",
      "**Levels.** `--strictness N` runs the checks of levels 1 to N. Only the checks of levels 1 to 5 can report errors, which",
      "make a run fail by default; those of the other levels do so if the plug-in crashes, hangs or exits.",
      "",
      "| level | adds |",
      "|--:|---|",
    ]
    lines += zip(CheckLevel.all, CheckLevel.additions).map { "| \($0) | \($1) |" }
    let families: [Substring] = catalogue.map(\.id.family).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    for family in families {
      let checks = catalogue.filter { $0.id.family == family }
      lines += ["", "## \(family)", "", "| id | | asserts |", "|---|---|---|"]
      lines += checks.map { check in
        let letters = check.severities.sorted(by: >).map(\.letter).joined(separator: "/")
        // The link target that Markdown renderers make of a heading.
        let anchor = check.id.rawValue.filter { $0 != "." }
        return "| [\(check.id)](#\(anchor)) | \(letters) | \(check.text.asserts) |"
      }
      lines += checks.flatMap(section)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func section(_ check: CheckDescription) -> [String] {
    let text = check.text
    let details = text.details.isEmpty ? [] : ["- **Details:** \(text.details)"]
    let lines =
      [text.asserts, "", "- **Method:** \(text.method)"] + details
      + ["- **Level:** \(text.level.number). \(text.level.reason)"]
    return ["", "### \(check.id)", ""] + lines.map(Markup.markdown) + [""] + kinds(check)
  }

  /// A table with the kinds of message, and the ends that the check provokes on purpose.
  private static func kinds(_ check: CheckDescription) -> [String] {
    let kinds = check.messages.map { ($0.id.kind, $0.text) } + (check.end.map { [("ends of the process", $0)] } ?? [])
    guard !kinds.isEmpty else { return ["The check reports only ends of the process."] }
    return ["| kind | | rule | remedy |", "|---|---|---|---|"]
      + kinds.map { kind, text in
        let letters = text.severities.sorted(by: >).map(\.letter).joined(separator: "/")
        let cells = [kind.contains(" ") ? kind : "`\(kind)`", letters, text.rule.citation, text.remedy]
        return "| \(cells.map { Markup.markdown($0).replacing("|", with: "\\|") }.joined(separator: " | ")) |"
      }
  }
}
