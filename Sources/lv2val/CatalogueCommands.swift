import Checks
import Reporting

/// `lv2val explain CHECK-ID`: what a check asserts, by which rule, how it measures, how to mend.
struct ExplainCommand {
  let options: Options

  func run() throws -> ExitStatus {
    guard !options.arguments.isEmpty else { throw UsageError("explain wants the id of a check; see 'lv2val checks'") }
    let texts = try options.arguments.map { name throws(UsageError) in
      guard let check = CheckID(rawValue: name).flatMap(Catalogue.check) else {
        throw UsageError("no check is called '\(name)'; 'lv2val checks' lists them")
      }
      return text(of: check)
    }
    try Console.write(texts.joined(separator: "\n"))
    return .clean
  }

  private func text(of check: any Check.Type) -> String {
    let text = check.text
    let severities = text.severities.sorted(by: >).map(\.rawValue).joined(separator: ", ")
    return """
      \(check.id.rawValue) (\(severities))

      Asserts
      \(TextReport.wrapped(text.asserts))

      Rule
      \(TextReport.wrapped(text.citation))

      How it is measured
      \(TextReport.wrapped(text.method))

      How to mend it
      \(TextReport.wrapped(text.remedy))

      """
  }
}
