import Foundation
import Checks
import Reporting
import Testing
import ValidatorProcess

/// Every folder of the corpus, through the whole of lv2val: the check that its name states finds the defect, and no
/// other check reports an error.
@Suite struct DefectsTests {
  @Test(arguments: DefectBundle.all) func isFoundByItsCheckAlone(_ defect: DefectBundle) throws {
    let findings = try findings(in: defect)
    let others = findings.filter { $0.severity == .error && $0.check != defect.check }
    #expect(others.isEmpty, "\(others.map { "\($0.check.rawValue): \($0.message)" })")
    guard let check = defect.check, let text = Catalogue.check(check)?.text else { return }
    let severities = findings.filter { $0.check == check }.map(\.severity)
    #expect(
      severities.max() == defect.severity ?? text.severities.max(), "\(findings.map { "\($0.check): \($0.message)" })")
  }

  /// Those that a warning would be as false of as an error: what a comparison of two takes, or a measurement, may mistake.
  ///
  /// What takes time is left out: a busy machine has a part in it.
  @Test(arguments: [
    "good-busy-silence", "good-crackle", "good-decibels", "good-high-rates", "good-instrument", "good-loading-thread",
    "good-make-path", "good-swell", "good-tape-echo", "good-tape-loud", "good-vocoder", "good-worker-load",
    "good-worker-owner",
  ])
  func isNotEvenWarnedOf(_ name: String) throws {
    let warnings = try findings(in: DefectBundle(name)).filter {
      $0.severity > .note && !$0.check.rawValue.hasPrefix("perf.")
    }
    #expect(warnings.isEmpty, "\(warnings.map { "\($0.check.rawValue): \($0.message)" })")
  }

  @Test(arguments: DefectBundle.all) func isNamedAfterACheckOrGood(_ defect: DefectBundle) {
    #expect(defect.isGood != (defect.check != nil))
  }

  @Test(arguments: Catalogue.all.map { $0.id }) func everyCheckHasADefect(_ check: CheckID) {
    #expect(DefectBundle.all.contains { $0.check == check })
  }

  @Test func everyFindingSaysWhatToDo() throws {
    for finding in try findings(in: DefectBundle("life.run-zero-crash")) {
      #expect(!finding.message.isEmpty && !finding.rule.isEmpty && !finding.remedy.isEmpty)
    }
  }

  @Test func aCrashIsLocated() throws {
    let findings = try findings(in: DefectBundle("life.run-zero-crash"))
    let crash = try #require(findings.first { $0.check == "life.run-zero" })
    #expect(crash.call == "run()")
    #expect(crash.block?.frames == 0)
    #expect(crash.seed == 1)
    #expect(
      try #require(crash.backtrace).contains {
        $0.function == "run" && $0.file?.hasSuffix("/plugin.c") == true && $0.file?.first == "/"
      })
  }

  /// What the audio thread does after run() in the same cycle is told of the function that does it.
  @Test func anAnswerOfTheWorkersIsNotRun() throws {
    let calls = { try self.findings(in: DefectBundle($0)).filter { $0.check == "rt.allocation" }.map(\.call) }
    #expect(try calls("rt.allocation-response") == ["work_response()"])
    #expect(try calls("rt.allocation-free") == ["run()"])
  }

  /// A setting that harms only after another one is told as such.
  @Test func whatAnInstanceHasPlayedBeforeIsTold() throws {
    let messages = { try self.findings(in: DefectBundle($0)).filter { $0.check == "param.bounds" }.map(\.message) }
    #expect(try messages("param.bounds-history").contains { $0.hasSuffix("at other settings before.") })
    #expect(try !messages("param.bounds-choice").contains { $0.contains("other settings") })
  }

  @Test func aDynamicManifestIsSaidNotToBeRun() throws {
    let report = try report(of: DefectBundle("good-dynamic-manifest"))
    let check = try #require(report.bundles.first?.checks.first { $0.check == "manifest.plugin-type" })
    #expect(check.status == .skipped)
    #expect(check.reason?.contains("dynamic manifest") == true)
  }

  private func findings(in bundle: DefectBundle) throws -> [Finding] {
    try report(of: bundle).bundles.flatMap { $0.checks + $0.plugins.flatMap(\.checks) }.flatMap(\.findings)
  }

  private func report(of bundle: DefectBundle) throws -> Report {
    // A hang takes a third of the time; twelve seconds leave four for the slowest honest block on a busy machine.
    let options = ["validate", "--format", "json", "--jobs", "1", "--timeout", "12"]
    let result = try Validator(options + bundle.baseline + [bundle.url.path]).wait()
    try #require(result.status == 0 || result.status == 1, "\(result.errors)")
    return try JSONReport.decode(Array(result.output.utf8))
  }
}
