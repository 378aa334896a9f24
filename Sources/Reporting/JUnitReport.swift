import Checks

/// The report as JUnit's XML, which GitLab, Jenkins and GitHub's actions show: a suite a plug-in, a case a check.
///
/// The files of each bundle are a suite too. A case has failed when a finding reaches the report's `failOn`; findings
/// below stand in its output. What the validator itself failed at, and an interruption, are errors of a suite `lv2val`.
/// The form is that of the Jenkins xUnit plug-in's schema, junit-10.xsd.
public enum JUnitReport {
  public static func render(_ report: Report) -> String {
    var suites = report.bundles.flatMap { bundle in
      let files = suite(bundle.path, classname: bundle.path, bundle.checks, report.settings.failOn)
      let plugins = bundle.plugins.map { plugin in
        suite("\(plugin.name) <\(plugin.uri)>", classname: plugin.uri, plugin.checks, report.settings.failOn)
      }
      return (bundle.checks.isEmpty ? [] : [files]) + plugins
    }
    let troubles = report.faults + (report.interrupted ? ["The run was interrupted: this is a part of it."] : [])
    if !troubles.isEmpty { suites.append(suite(of: troubles)) }
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

  private static func suite(of troubles: [String]) -> Suite {
    let count = Count(tests: troubles.count, errors: troubles.count)
    let cases = troubles.map { trouble in
      """
          <testcase classname="lv2val" name="the validator">
            <error message="\(Markup.escaped(trouble))" type="fault"/>
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
    let grave = check.findings.filter { $0.severity >= failOn }.sorted { $0.severity > $1.severity }
    if let first = grave.first {
      let more = grave.count > 1 ? " (and \(grave.count - 1) more)" : ""
      elements.append(
        """
              <failure message="\(Markup.escaped(first.message + more))" type="\(first.severity.rawValue)">\
        \(paragraphs(grave))</failure>
        """)
    }
    let light = check.findings.filter { $0.severity < failOn }
    if !light.isEmpty { elements.append("      <system-out>\(paragraphs(light))</system-out>") }
    guard !elements.isEmpty else { return "    <testcase \(attributes)/>" }
    return "    <testcase \(attributes)>\n\(elements.joined(separator: "\n"))\n    </testcase>"
  }

  private static func paragraphs(_ findings: [Finding]) -> String {
    Markup.escaped(findings.map { TextReport.paragraph($0) }.joined(separator: "\n\n"))
  }

  /// No run lasted longer, in thirty thousand years.
  private static let mostSeconds = 1e12

  /// To milliseconds, and never with an exponent; a report's file may hold any number, or none.
  private static func seconds(_ duration: Double) -> String {
    let known = duration.isNaN ? 0 : min(max(0, duration), mostSeconds)
    let milliseconds = String(Int((known * 1000).rounded()))
    let padded = String(repeating: "0", count: max(0, 4 - milliseconds.count)) + milliseconds
    return "\(padded.dropLast(3)).\(padded.suffix(3))"
  }
}
