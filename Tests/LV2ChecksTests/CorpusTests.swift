import Foundation
import LV2Checks
import Reporting
import Testing
import ValidatorProcess

/// Each plug-in of Tests/Defects through the whole of lv2val: its own check finds it, and no other calls it an error.
@Suite struct CorpusTests {
  private static let ids = CheckID.allCases.map(\.rawValue)

  /// The folders whose check is in the catalogue.
  private static let defects: [DefectBundle] = Catalogue.all.flatMap { DefectBundle.of($0.id.rawValue, among: ids) }

  @Test(arguments: defects) func itsCheckFindsTheDefect(_ bundle: DefectBundle) throws {
    let check = try #require(
      Catalogue.all.filter { bundle.name.hasPrefix($0.id.rawValue) }.max { $0.id.rawValue.count < $1.id.rawValue.count }
    )
    let findings = try findings(in: bundle)
    let severity = severity(of: bundle, check)
    #expect(
      findings.contains { $0.check == check.id && $0.severity == severity },
      "\(check.id.rawValue) does not report it as \(severity.rawValue): \(findings.map(\.message))")
    let others = findings.filter { $0.check != check.id && $0.severity == .error }
    #expect(others.isEmpty, "\(others.map { "\($0.check.rawValue): \($0.message)" })")
  }

  @Test(arguments: DefectBundle.all.filter(\.isGood)) func whatIsRightHasNoError(_ bundle: DefectBundle) throws {
    let errors = try findings(in: bundle).filter { $0.severity == .error }
    #expect(errors.isEmpty, "\(errors.map { "\($0.check.rawValue): \($0.message)" })")
  }

  @Test func everyFindingSaysWhatToDo() throws {
    for finding in try findings(in: DefectBundle("life.run-zero-crash")) {
      #expect(!finding.message.isEmpty && !finding.rule.isEmpty && !finding.remedy.isEmpty)
    }
  }

  @Test func aCrashIsLocated() throws {
    let findings = try findings(in: DefectBundle("life.run-zero-crash"))
    let crash = try #require(findings.first { $0.check == .lifeRunZero })
    #expect(crash.call == "run()")
    #expect(crash.block?.frames == 0)
    #expect(crash.seed == 1)
    #expect(try #require(crash.backtrace).contains { $0.function == "run" && $0.file?.hasSuffix("plugin.c") == true })
  }

  private func severity(of bundle: DefectBundle, _ check: any Check.Type) -> Severity {
    if bundle.name.hasSuffix("-warning") { return .warning }
    if bundle.name.hasSuffix("-note") { return .note }
    return check.text.severities.max() ?? .error
  }

  private func findings(in bundle: DefectBundle) throws -> [Finding] {
    // A hang takes a third of the time; twelve seconds leave four for the slowest honest block on a busy machine.
    let result = try Validator.run(
      "validate", "--format", "json", "--jobs", "1", "--timeout", "12", bundle.url.path)
    try #require(result.status == 0 || result.status == 1, "\(result.errors)")
    let report = try JSONReport.decode(Array(result.output.utf8))
    return report.bundles.flatMap { $0.checks + $0.plugins.flatMap(\.checks) }.flatMap(\.findings)
  }
}
