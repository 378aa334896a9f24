import Model
import Testing

@testable import Reporting

@Suite struct ComparisonTests {
  @Test func equalRunsHaveNothingNew() {
    let comparison = Comparison(.sample, .sample)
    #expect(comparison.new.isEmpty && comparison.fixed.isEmpty && comparison.unknown.isEmpty)
    #expect(comparison.unchanged.map(\.finding.check) == ["life.run-zero", "manifest.syntax"])
    #expect(!comparison.isWorse(from: .note))
    #expect(comparison.caveats.isEmpty)
  }

  @Test func pathsBacktracesAndWordingAreNotChanges() {
    var later = Report.sample
    later.bundles[0].path = "/elsewhere/b/"
    later.bundles[0].plugins[0].checks[1].findings[0].backtrace = nil
    later.bundles[0].plugins[0].checks[1].findings[0].message = "run() crashed with SIGSEGV at 0x7f9c."
    #expect(Comparison(.sample, later).unchanged.count == 2)
  }

  @Test func theMessageIDAndTheSubjectAreTheIdentity() {
    let finding = Report.sample.bundles[0].plugins[0].checks[1].findings[0]
    func identity(_ change: (inout Finding) -> Void) -> FindingIdentity {
      var changed = finding
      change(&changed)
      return FindingIdentity(changed, bundle: "/b/", plugin: "p")
    }
    let same = identity { _ in }
    #expect(same == identity { $0.message = "run() crashed elsewhere." })
    #expect(same == identity { $0.severity = .note })
    #expect(same != identity { $0.id = MessageID("life.run-zero", "timeout") })
    #expect(same != identity { $0.subject = "cleanup()" })
    #expect(same != FindingIdentity(finding, bundle: "/b/", plugin: "q"))
    #expect(same != FindingIdentity(finding, bundle: "/c/", plugin: "p"))
    #expect(same == FindingIdentity(finding, bundle: "/elsewhere/b/", plugin: "p"))
  }

  @Test func aSecondFindingOfACheckIsNew() {
    var later = Report.sample
    var second = later.bundles[0].plugins[0].checks[1].findings[0]
    second.subject = "cleanup()"
    later.bundles[0].plugins[0].checks[1].findings.append(second)
    let comparison = Comparison(.sample, later)
    #expect(comparison.new.map(\.finding) == [second])
    #expect(comparison.unchanged.count == 2)
    #expect(comparison.isWorse(from: .error))
  }

  @Test func moreOfTheSameKindIsNewAndFewerIsFixed() {
    var later = Report.sample
    later.bundles[0].plugins[0].checks[1].findings += later.bundles[0].plugins[0].checks[1].findings
    #expect(Comparison(.sample, later).new.count == 1)
    #expect(Comparison(later, .sample).fixed.count == 1)
  }

  @Test func aHigherSeverityIsWorse() {
    var later = Report.sample
    later.bundles[0].checks[0].findings[0].severity = .error
    let comparison = Comparison(.sample, later)
    #expect(comparison.isWorse(from: .error))
    #expect(comparison.new.map(\.before) == [.warning])
    #expect(comparison.fixed.isEmpty && comparison.unchanged.count == 1)
    let text = ComparisonText.render(comparison, failOn: .error, status: .findings)
    #expect(text.contains("b (was: warning)\nerror manifest.syntax/parse"))
  }

  @Test func aLowerSeverityIsNotWorse() {
    var earlier = Report.sample
    earlier.bundles[0].checks[0].findings[0].severity = .error
    let comparison = Comparison(earlier, .sample)
    #expect(!comparison.isWorse(from: .note))
    #expect(comparison.new.isEmpty && comparison.fixed.isEmpty)
    #expect(comparison.unchanged.map(\.finding.severity) == [.error, .warning])
  }

  /// Findings with the same identity are paired by severity.
  @Test func equalSeveritiesAreMatchedFirst() {
    var (earlier, later) = (Report.sample, Report.sample)
    var other = earlier.bundles[0].checks[0].findings[0]
    other.severity = .note
    earlier.bundles[0].checks[0].findings.append(other)
    later.bundles[0].checks[0].findings = [other]
    let comparison = Comparison(earlier, later)
    #expect(comparison.new.isEmpty && comparison.fixed.map(\.finding.severity) == [.warning])
  }

  @Test func findingsAreFixedOnlyIfTheCheckRanAgain() {
    var later = Report.sample
    later.bundles[0].checks = [CheckReport("manifest.syntax", .passed)]
    later.bundles[0].plugins[0].checks[1] = CheckReport("life.run-zero", .skipped("by --skip"))
    let comparison = Comparison(.sample, later)
    #expect(comparison.fixed.map(\.finding.check) == ["manifest.syntax"])
    #expect(comparison.unknown.map(\.finding.check) == ["life.run-zero"])
    later.bundles = []
    #expect(Comparison(.sample, later).unknown.count == 2)
  }

  @Test func caveatsAreReported() {
    var later = Report.sample
    later.settings.seed = 8
    later.interrupted = true
    #expect(Comparison(.sample, later).caveats.count == 2)
    var ratesOnly = Report.sample
    ratesOnly.settings.rates = [ratesOnly.settings.rate, 192_000]
    #expect(Comparison(.sample, ratesOnly).caveats.count == 1)
  }

  @Test func theTextStartsWithTheVerdictAndEndsWithTheSummaryLine() {
    let same = ComparisonText.render(Comparison(.sample, .sample), failOn: .note, status: .clean)
    #expect(same.hasPrefix("NOT WORSE  0 new, 0 fixed, 2 unchanged, 0 no longer checked\n"))
    #expect(same.hasSuffix("lv2val: result=not-worse new=0 fixed=0 unchanged=2 unknown=0 exit=0\n"))
    let worse = ComparisonText.render(Comparison(.clean, .sample), failOn: .note, status: .findings)
    #expect(worse.hasPrefix("WORSE  2 new"))
    #expect(worse.contains("urn:p\nerror life.run-zero/crash (3 times)\n  run() crashed."))
    var repaired = Report.sample
    repaired.bundles[0].plugins[0].checks[1] = CheckReport("life.run-zero", .passed)
    #expect(ComparisonText.render(Comparison(.sample, repaired), failOn: .note, status: .clean).hasPrefix("BETTER"))
    // Something is missing in the later report, or it has other findings.
    #expect(ComparisonText.render(Comparison(.sample, repaired), failOn: .note, status: .fault).hasPrefix("NOT WORSE"))
    var other = repaired
    other.bundles[0].checks[0].findings = Report.sample.bundles[0].checks[0].findings
    other.bundles[0].checks[0].findings[0].subject = "another"
    #expect(ComparisonText.render(Comparison(.sample, other), failOn: .error, status: .clean).hasPrefix("NOT WORSE"))
  }
}
