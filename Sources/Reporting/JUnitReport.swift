import ValidationModel

/// The report as JUnit XML, which GitLab, Jenkins and GitHub Actions show: one suite for each plug-in, one case for each
/// check.
///
/// The files of each bundle are also a suite. A case fails if a finding reaches the report's `failOn`; the `type` of the
/// failure is its message id. Less severe findings are in the output of the case. Failures of the validator and an
/// interruption are errors of a suite `lv2val`. The format is the schema of the Jenkins xUnit plug-in, junit-10.xsd.
public enum JUnitReport {
  public static func render(_ report: Report) -> String {
    var suites = report.bundles.flatMap { bundle in
      let files = suite(bundle.path, classname: bundle.path, bundle.checks, report.settings.failOn)
      let plugins = bundle.plugins.map { plugin in
        suite("\(plugin.name) <\(plugin.uri)>", classname: plugin.uri, plugin.checks, report.settings.failOn)
      }
      return (bundle.checks.isEmpty ? [] : [files]) + plugins
    }
    let faults = report.faults + (report.interrupted ? ["The run was interrupted: the report is incomplete."] : [])
    if !faults.isEmpty { suites.append(suite(of: faults)) }
    let total = suites.map(\.count).reduce(Count(), +)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="lv2val" \(total.attributes) time="\(seconds(report.duration))">
      \(suites.map(\.text).joined(separator: "\n"))
      </testsuites>

      """
  }

  private struct Suite {
    var text: String
    var count: Count
  }

  private struct Count {
    var tests = 0, failures = 0, errors = 0, skipped = 0

    var attributes: String { "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\"" }

    static func + (left: Count, right: Count) -> Count {
      Count(
        tests: left.tests + right.tests, failures: left.failures + right.failures, errors: left.errors + right.errors,
        skipped: left.skipped + right.skipped)
    }
  }

  private static func suite(
    _ name: String, classname: String, _ checks: [CheckReport], _ failOn: Severity
  ) -> Suite {
    let failures = checks.count { check in check.findings.contains { $0.severity >= failOn } }
    let count = Count(
      tests: checks.count, failures: failures, skipped: checks.count { $0.status == .skipped })
    let duration = checks.reduce(0) { $0 + $1.duration }
    let cases = checks.map { testcase($0, classname: classname, failOn) }
    return Suite(
      text: """
          <testsuite name="\(Markup.escaped(name))" \(count.attributes) time="\(seconds(duration))">
        \(cases.joined(separator: "\n"))
          </testsuite>
        """, count: count)
  }

  private static func suite(of faults: [String]) -> Suite {
    let count = Count(tests: faults.count, errors: faults.count)
    let cases = faults.map { fault in
      """
          <testcase classname="lv2val" name="validator">
            <error message="\(Markup.escaped(fault))" type="fault"/>
          </testcase>
      """
    }
    return Suite(
      text: """
          <testsuite name="lv2val" \(count.attributes)>
        \(cases.joined(separator: "\n"))
          </testsuite>
        """, count: count)
  }

  private static func testcase(_ check: CheckReport, classname: String, _ failOn: Severity) -> String {
    let attributes =
      "classname=\"\(Markup.escaped(classname))\" name=\"\(check.check.rawValue)\" time=\"\(seconds(check.duration))\""
    var elements: [String] = []
    if check.status == .skipped {
      elements.append("      <skipped message=\"\(Markup.escaped(check.reason ?? ""))\"/>")
    }
    let failing = check.findings.filter { $0.severity >= failOn }.sorted { $0.severity > $1.severity }
    if let first = failing.first {
      let more = failing.count > 1 ? " (and \(failing.count - 1) more)" : ""
      elements.append(
        """
              <failure message="\(Markup.escaped(first.message + more))" type="\(first.id?.rawValue ?? first.check.rawValue)">\
        \(paragraphs(failing))</failure>
        """)
    }
    let others = check.findings.filter { $0.severity < failOn }
    if !others.isEmpty { elements.append("      <system-out>\(paragraphs(others))</system-out>") }
    guard !elements.isEmpty else { return "    <testcase \(attributes)/>" }
    return "    <testcase \(attributes)>\n\(elements.joined(separator: "\n"))\n    </testcase>"
  }

  private static func paragraphs(_ findings: [Finding]) -> String {
    Markup.escaped(findings.map { TextReport.paragraph($0) }.joined(separator: "\n\n"))
  }

  /// The largest duration that is printed: about 30,000 years.
  private static let maximumSeconds = 1e12

  /// Rounded to milliseconds, without an exponent. A report file can contain any number, also NaN.
  private static func seconds(_ duration: Double) -> String {
    let known = duration.isNaN ? 0 : min(max(0, duration), maximumSeconds)
    let milliseconds = String(Int((known * 1000).rounded()))
    let padded = String(repeating: "0", count: max(0, 4 - milliseconds.count)) + milliseconds
    return "\(padded.dropLast(3)).\(padded.suffix(3))"
  }
}
