import Model
import Testing

@testable import Reporting

@Suite struct ExitStatusTests {
  @Test func findingsOfAtLeastTheFailingSeverityFail() {
    var report = Report.sample
    #expect(ExitStatus(report) == .findings)
    report.bundles[0].plugins[0].checks = []
    report.bundles[0].checks.append(CheckReport("manifest.name", .passed))
    #expect(ExitStatus(report) == .clean)
    report.settings.failOn = .warning
    #expect(ExitStatus(report) == .findings)
    report.settings.failOn = .note
    #expect(ExitStatus(report) == .findings)
  }

  @Test func faultsAndInterruptionsAreNotClean() {
    var report = Report.clean
    #expect(ExitStatus(report) == .clean)
    report.faults = ["a worker failed"]
    #expect(ExitStatus(report) == .fault)
    report.faults = []
    report.interrupted = true
    #expect(ExitStatus(report) == .fault)
  }

  @Test func aRunWithOnlySkippedChecksIsNotClean() {
    var report = Report.clean
    report.bundles[0].plugins[0].checks = [CheckReport("manifest.name", .skipped("by --skip"))]
    #expect(ExitStatus(report) == .nothing)
    report.bundles = []
    #expect(ExitStatus(report) == .nothing)
  }

  @Test func resultsOfTheSameCheckAreCombined() {
    let finding = Report.sample.bundles[0].checks[0].findings[0]
    var report = CheckReport("manifest.syntax", .passed, duration: 1)
    report.merge(CheckReport("manifest.syntax", .findings([finding]), duration: 2))
    report.merge(CheckReport("manifest.syntax", .findings([finding])))
    report.merge(CheckReport("manifest.syntax", .skipped("later")))
    #expect(report.status == .found)
    #expect(report.findings.count == 1)
    #expect(report.duration == 3)
  }
}
