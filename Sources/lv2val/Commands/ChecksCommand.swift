import Checks
import Reporting

/// `lv2val checks`: the catalogue, a check a line; with `--markdown`, the page docs/checks.md.
struct ChecksCommand {
  let options: Options

  func run() throws -> ExitStatus {
    if let argument = options.arguments.first {
      throw UsageError("checks lists them all; 'lv2val explain \(argument)' tells of one")
    }
    if options.markdown {
      try Console.write(CataloguePage.text)
      return .clean
    }
    let width = Catalogue.all.map { $0.id.rawValue.count }.max() ?? 0
    let lines = Catalogue.all.map { check in
      let name = check.id.rawValue
      let padding = String(repeating: " ", count: width - name.count)
      return "\(name)\(padding)  \(severities(check.text))  \(check.text.asserts)\n"
    }
    try Console.write(lines.joined())
    return .clean
  }

  /// The severities as letters, the gravest first, in three columns.
  private func severities(_ text: CheckText) -> String {
    let letters = Severity.allCases.reversed().map { severity in
      text.severities.contains(severity) ? String(severity.rawValue.prefix(1).uppercased()) : "-"
    }
    return letters.joined()
  }
}
