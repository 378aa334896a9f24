import Testing

@testable import Model
@testable import Reporting

/// One report of runs at several rates, block lengths or seeds.
@Suite struct CombiningTests {
  private func report(rate: Double, _ outcome: CheckOutcome) -> Report {
    var report = Report.clean
    report.settings.rate = rate
    report.bundles[0].plugins[0].checks = [CheckReport("life.reset", outcome, duration: 1)]
    return report
  }

  private static let finding = Finding(
    id: MessageID("life.reset", "x"), severity: .error, message: "X is 1.", rule: "r", remedy: "Do.")

  private func check(_ reports: [Report]) -> CheckReport { Report.combined(reports).bundles[0].plugins[0].checks[0] }

  @Test func oneRunIsUnchanged() {
    let report = report(rate: 44_100, .findings([Self.finding]))
    #expect(Report.combined([report]) == report)
  }

  @Test func aFindingOfAnyRunCountsOnce() {
    var other = Self.finding
    other.message = "X is 2."
    let check = check([
      report(rate: 44_100, .passed), report(rate: 48_000, .findings([Self.finding])),
      report(rate: 96_000, .findings([other])),
    ])
    #expect(check.status == .found && check.duration == 3 && check.findings.count == 1)
    #expect(
      check.findings.first?.message
        == "X is 1. Observed in 2 of 3 runs, first at 48000 Hz in blocks of 256 frames with seed 7.")
  }

  @Test func differentSubjectsAreDifferentFindings() {
    var other = Self.finding
    other.subject = "gain"
    let reports = [report(rate: 44_100, .findings([Self.finding])), report(rate: 48_000, .findings([other]))]
    #expect(check(reports).findings.count == 2)
  }

  @Test func aCheckThatPassedOnceIsNotSkipped() {
    #expect(check([report(rate: 1, .skipped("x")), report(rate: 2, .passed)]).status == .passed)
    #expect(check([report(rate: 1, .skipped("x")), report(rate: 2, .skipped("y"))]).reason == "x")
  }

  /// At one of the rates, nothing is known.
  @Test func aCheckThatWasPreventedOnceDidNotPass() {
    let prevented = check([report(rate: 1, .passed), report(rate: 2, .obstructed("x"))])
    #expect(prevented.status == .skipped && prevented.skipCause == .obstacle && prevented.reason == "x")
    let found = check([report(rate: 1, .findings([Self.finding])), report(rate: 2, .obstructed("x"))])
    #expect(found.status == .found)
  }

  @Test func aFindingHasTheRateOfItsFirstRun() {
    let check = check([report(rate: 44_100, .passed), report(rate: 96_000, .findings([Self.finding]))])
    #expect(check.findings.map(\.run) == [Finding.Run(rate: 96_000, block: 256)])
  }

  /// The run with the error counts, with all that it found of the kind, and its rate is that of the findings.
  @Test func theMostSevereRunCounts() {
    var warning = Self.finding
    warning.severity = .warning
    var other = warning
    other.message = "X is 3."
    let check = check([
      report(rate: 44_100, .findings([warning])), report(rate: 48_000, .findings([other, Self.finding])),
      report(rate: 96_000, .findings([Self.finding])),
    ])
    #expect(check.findings.map(\.severity) == [.warning, .error])
    #expect(check.findings.map(\.run?.rate) == [48_000, 48_000])
    #expect(
      check.findings.last?.message
        == "X is 1. Observed in 3 of 3 runs, at its worst at 48000 Hz in blocks of 256 frames with seed 7.")
  }

  /// What one of the runs left out remains known.
  @Test func theRemarksOfLaterRunsRemain() {
    var short = report(rate: 192_000, .passed)
    short.bundles[0].plugins[0].pace = Pace(load: 10)
    short.bundles[0].plugins[0].hasSlowWork = true
    short.bundles[0].plugins[0].checks[0].share = 0.25
    let combined = Report.combined([report(rate: 48_000, .passed), short]).bundles[0].plugins[0]
    #expect(combined.pace == Pace(load: 10) && combined.pace != nil)
    #expect(combined.hasSlowWork == true && combined.checks[0].share == 0.25)
  }
}
