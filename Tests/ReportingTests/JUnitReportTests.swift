import Foundation
import Model
import Testing

@testable import Reporting

@Suite struct JUnitReportTests {
  /// One line for each suite and case, read by an XML parser, which rejects text that is not well-formed.
  private func outline(_ report: Report) throws -> [String] {
    let file = FileManager.default.temporaryDirectory.appending(path: "junit-\(UUID().uuidString).xml")
    try JUnitReport.render(report).write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let text = try Python.run(
      """
      import sys, xml.etree.ElementTree as tree
      root = tree.parse(sys.argv[1]).getroot()
      def counts(element): return " ".join(value for key, value in element.items() if key not in ("name", "time"))
      print(root.tag, counts(root))
      for suite in root:
          print(suite.tag, suite.get("name"), counts(suite))
          for case in suite:
              print(case.tag, case.get("classname"), case.get("name"), *(child.tag for child in case))
      """, file.path)
    return text.split(separator: "\n").map(String.init)
  }

  @Test func pluginsAreSuitesAndChecksAreCases() throws {
    #expect(
      try outline(.sample) == [
        "testsuites 4 1 0",
        "testsuite /b/ 1 0 0 0",
        "testcase /b/ manifest.syntax system-out",
        "testsuite P <urn:p> 3 1 0 1",
        "testcase urn:p manifest.name",
        "testcase urn:p life.run-zero failure",
        "testcase urn:p life.reset skipped",
      ])
  }

  @Test func theTypeOfAFailureIsTheMessageID() {
    #expect(JUnitReport.render(.sample).contains("type=\"life.run-zero/crash\""))
  }

  @Test func theFailingSeverityDecides() throws {
    var report = Report.sample
    report.settings.failOn = .note
    #expect(try outline(report).contains("testcase /b/ manifest.syntax failure"))
  }

  @Test func anIncompleteRunIsAnError() throws {
    var report = Report.clean
    report.interrupted = true
    report.faults = ["a worker failed"]
    #expect(
      try outline(report).suffix(3) == [
        "testsuite lv2val 2 0 2 0", "testcase lv2val validator error", "testcase lv2val validator error",
      ])
  }

  @Test(arguments: [1e300, -1e300, .infinity, .nan]) func anyDurationIsWritten(_ duration: Double) throws {
    var report = Report.sample
    report.duration = duration
    report.bundles[0].checks[0].duration = duration
    #expect(try outline(report).first == "testsuites 4 1 0")
  }

  @Test func namesAreEscaped() throws {
    var report = Report.clean
    report.bundles[0].plugins[0].name = "<\"&'> \u{0}\u{1b}\u{fffe} \u{1f3b8}"
    #expect(try outline(report).contains("testsuite <\"&'> \u{fffd}\u{fffd}\u{fffd} \u{1f3b8} <urn:p> 1 0 0 0"))
  }
}
