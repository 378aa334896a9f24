import Model

/// The report as JUnit XML, which GitLab, Jenkins and GitHub Actions show: one suite for each plug-in, one case for each
/// check.
///
/// The files of each bundle are also a suite. A case fails if a finding reaches the report's `failOn`; the `type` of the
/// failure is its message id. Less severe findings are in the output of the case. Failures of the validator and an
/// interruption are errors of a suite `lv2val`, whose output says what the verdict covers. The format is the schema of the Jenkins xUnit plug-in, junit-10.xsd.
public enum JUnitReport {
  public static func render(_ report: Report) -> String {
    let failOn = report.settings.failOn
    let subjects = report.subjects.filter { $0.plugin != nil || !$0.checks.isEmpty }
    var suites = subjects.map { bundle, plugin, checks in
      suite(
        plugin?.title ?? bundle.path, classname: plugin?.uri ?? bundle.path, checks, failOn,
        pictures: plugin?.pictureFiles.map(\.file) ?? [])
    }
    let troubles = report.troubles
    if !troubles.isEmpty || !report.scope.isEmpty { suites.append(suite(of: troubles, output: report.scope)) }
    // Jenkins validates: its schema has no number of skipped cases here.
    let counts = counts(subjects.flatMap(\.checks), failOn, errors: troubles.count)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="lv2val" \(counts) time="\(seconds(report.duration))">
      \(suites.joined(separator: "\n"))
      </testsuites>

      """
  }

  /// The attributes that count the cases of one suite.
  private static func suiteCounts(_ checks: [CheckReport], _ failOn: Severity, errors: Int = 0) -> String {
    "\(counts(checks, failOn, errors: errors)) skipped=\"\(checks.count { $0.status == .skipped })\""
  }

  /// The attributes that count the cases of one or all suites.
  private static func counts(_ checks: [CheckReport], _ failOn: Severity, errors: Int) -> String {
    let failures = checks.count { check in check.findings.contains { $0.severity >= failOn } }
    return "tests=\"\(checks.count + errors)\" failures=\"\(failures)\" errors=\"\(errors)\""
  }

  /// - Parameter pictures: files, which Jenkins and GitLab show if they are named in this form.
  private static func suite(
    _ name: String, classname: String, _ checks: [CheckReport], _ failOn: Severity, pictures: [String]
  ) -> String {
    let duration = seconds(checks.reduce(0) { $0 + $1.duration })
    let cases = checks.map { testcase($0, classname: classname, failOn) }
    return """
        <testsuite name="\(Markup.escaped(name))" \(suiteCounts(checks, failOn)) time="\(duration)">
      \((cases + attachments(pictures)).joined(separator: "\n"))
        </testsuite>
      """
  }

  private static func attachments(_ files: [String]) -> [String] { output(files.map { "[[ATTACHMENT|\($0)]]" }) }

  /// The output of a suite; nothing without lines.
  private static func output(_ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["    <system-out>\(Markup.escaped(lines.joined(separator: "\n")))</system-out>"]
  }

  private static func suite(of troubles: [String], output lines: [String]) -> String {
    let cases = troubles.map { trouble in
      """
          <testcase classname="lv2val" name="validator">
            <error message="\(Markup.escaped(trouble))" type="fault"/>
          </testcase>
      """
    }
    return """
        <testsuite name="lv2val" \(suiteCounts([], .note, errors: troubles.count))>
      \((cases + output(lines)).joined(separator: "\n"))
        </testsuite>
      """
  }

  private static func testcase(_ check: CheckReport, classname: String, _ failOn: Severity) -> String {
    let attributes =
      "classname=\"\(Markup.escaped(classname))\" name=\"\(Markup.escaped(check.check.rawValue))\" time=\"\(seconds(check.duration))\""
    var elements: [String] = []
    if check.status == .skipped {
      elements.append("      <skipped message=\"\(Markup.escaped(check.reason ?? ""))\"/>")
    }
    let failing = check.findings.filter { $0.severity >= failOn }.sorted { $0.severity > $1.severity }
    if let first = failing.first {
      let more = failing.count > 1 ? " (and \(failing.count - 1) more)" : ""
      elements.append(
        """
              <failure message="\(Markup.escaped(first.message + more))" type="\(Markup.escaped(first.name))">\
        \(paragraphs(failing))</failure>
        """)
    }
    let others = check.findings.filter { $0.severity < failOn }
    if !others.isEmpty { elements.append("      <system-out>\(paragraphs(others))</system-out>") }
    guard !elements.isEmpty else { return "    <testcase \(attributes)/>" }
    return "    <testcase \(attributes)>\n\(elements.joined(separator: "\n"))\n    </testcase>"
  }

  private static func paragraphs(_ findings: [Finding]) -> String {
    Markup.escaped(findings.map { FindingParagraph.text($0) }.joined(separator: "\n\n"))
  }

  /// The largest duration that is printed: about 30,000 years.
  private static let maximumSeconds = 1e12

  /// Rounded to milliseconds, without an exponent. A report file can contain any number, also NaN.
  private static func seconds(_ duration: Double) -> String {
    let known = duration.isNaN ? 0 : min(max(0, duration), maximumSeconds)
    let (seconds, milliseconds) = Int((known * 1000).rounded()).quotientAndRemainder(dividingBy: 1000)
    return "\(seconds).\(String(1000 + milliseconds).dropFirst())"
  }
}
