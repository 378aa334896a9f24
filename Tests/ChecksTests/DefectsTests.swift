import Checks
import Foundation
import Reporting
import TestSupport
import Testing
import ValidationModel

/// Validates every folder of the corpus with lv2val: the check that the name states finds the defect, and no other
/// check reports an error.
@Suite struct DefectsTests {
  @Test(arguments: DefectBundle.all) func isFoundByItsCheckOnly(_ defect: DefectBundle) async throws {
    let findings = try await findings(in: defect)
    for finding in findings { expectPlainText(finding) }
    let others = findings.filter { $0.severity == .error && $0.check != defect.check }
    #expect(others.isEmpty, "\(others.map { "\($0.check): \($0.message)" })")
    if Self.withoutWarning.contains(defect.name) {
      let warnings = findings.filter { $0.severity > .note && $0.check.family != "perf" }
      #expect(warnings.isEmpty, "\(warnings.map { "\($0.check): \($0.message)" })")
    }
    guard let check = defect.check, let text = Catalogue.check(check)?.text else { return }
    let severities = findings.filter { $0.check == check }.map(\.severity)
    #expect(
      severities.max() == defect.severity ?? text.severities.max(), "\(findings.map { "\($0.check): \($0.message)" })")
  }

  /// The id is in the catalogue; the first sentence is short and names its subject.
  private func expectPlainText(_ finding: Finding) {
    let kinds =
      (Catalogue.check(finding.check)?.description.messages ?? []).map(\.kind) + EndMessage.allCases.map(\.word)
    #expect(finding.id.map { $0.check == finding.check && kinds.contains($0.kind) } == true, "\(finding)")
    #expect(!finding.message.hasPrefix("It ") && finding.message.hasSuffix("."), "\(finding.message)")
    let first = Prose.sentences(finding.message).first ?? ""
    #expect(!first.isEmpty && Prose.words(first) <= 30, "\(Prose.words(first)) words: \(first)")
  }

  /// Plug-ins for which even a warning would be wrong, although comparisons and measurements could mislead a check.
  ///
  /// perf.* is excluded: the load of the machine influences it.
  private static let withoutWarning: Set = [
    "good-busy-silence", "good-crackle", "good-decibels", "good-high-rates", "good-instrument", "good-loading-thread",
    "good-make-path", "good-swell", "good-tape-echo", "good-tape-loud", "good-vocoder", "good-worker-load",
    "good-worker-owner",
  ]

  @Test func thePluginsWithoutWarningExist() {
    #expect(Self.withoutWarning.isSubset(of: DefectBundle.all.map(\.name)))
  }

  @Test(arguments: DefectBundle.all) func isNamedAfterACheckOrGood(_ defect: DefectBundle) {
    #expect(defect.isGood != (defect.check != nil))
  }

  @Test(arguments: Catalogue.all.map { $0.id }) func everyCheckHasADefect(_ check: CheckID) {
    #expect(DefectBundle.all.contains { $0.check == check })
  }

  @Test func everyFindingHasRuleAndRemedy() async throws {
    for finding in try await findings(in: DefectBundle("life.run-zero-crash")) {
      #expect(!finding.message.isEmpty && !finding.rule.isEmpty && !finding.remedy.isEmpty)
    }
  }

  @Test func aCrashIsLocated() async throws {
    let findings = try await findings(in: DefectBundle("life.run-zero-crash"))
    let crash = try #require(findings.first { $0.check == "life.run-zero" })
    #expect(crash.id == MessageID("life.run-zero", "crash") && crash.cause == .crash)
    #expect(crash.call == "run()")
    #expect(crash.block?.frames == 0)
    #expect(crash.seed == 1)
    #expect(
      try #require(crash.backtrace).contains {
        $0.function == "run" && $0.file?.hasSuffix("/plugin.c") == true && $0.file?.first == "/"
      })
  }

  /// What the audio thread does in work_response() is not attributed to run().
  @Test(arguments: [("response", "work_response()"), ("free", "run()")])
  func theCallOfAnAllocationIsReported(_ variant: String, _ call: String) async throws {
    let findings = try await findings(in: DefectBundle("rt.allocation-\(variant)"))
    #expect(findings.filter { $0.check == "rt.allocation" }.map(\.call) == [call])
  }

  /// A setting that is harmful only after other settings has an id of its own.
  @Test(arguments: [("history", true), ("choice", false)])
  func aDependenceOnEarlierSettingsIsReported(_ variant: String, _ isDependent: Bool) async throws {
    let findings = try await findings(in: DefectBundle("param.bounds-\(variant)")).filter { $0.check == "param.bounds" }
    #expect(!findings.isEmpty)
    #expect(findings.contains { $0.id?.kind.hasSuffix("-after-others") == true } == isDependent)
  }

  @Test func aDynamicManifestIsReportedAsSkipped() async throws {
    let report = try await report(of: DefectBundle("good-dynamic-manifest"))
    let check = try #require(report.bundles.first?.checks.first { $0.check == "manifest.plugin-type" })
    #expect(check.status == .skipped)
    #expect(check.reason?.contains("dynamic manifest") == true)
  }

  private func findings(in bundle: DefectBundle) async throws -> [Finding] {
    try await report(of: bundle).bundles.flatMap { $0.checks + $0.plugins.flatMap(\.checks) }.flatMap(\.findings)
  }

  private func report(of bundle: DefectBundle) async throws -> Report {
    // A third of the timeout is the limit for a call: four seconds suffice for the slowest good block on a busy machine,
    // and two seconds for the blocks of a plug-in that hangs.
    let timeout = bundle.name.hasSuffix("-hang") ? "6" : "12"
    let options = ["validate", "--format", "json", "--jobs", "1", "--timeout", timeout]
    let result = try await Validator.runInSlot(options + bundle.baseline + [bundle.url.path])
    try #require(result.status == 0 || result.status == 1, "\(result.errors)")
    return try JSONReport.decode(Array(result.output.utf8))
  }
}
