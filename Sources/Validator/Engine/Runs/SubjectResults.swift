import Checks
import Ends
import Model

/// The results of all checks of one plug-in, or of one bundle's files.
struct SubjectResults {
  private var results: [CheckID: CheckReport] = [:]
  var ledger: EndLedger
  /// The steps that errors of the X server need, by the subjects of the findings.
  var stepsOfServerErrors: [String: [String]] = [:]
  var ownFaults: [String] = []
  /// Crashes outside the plug-in: consequences of heap damage if that is proved, faults of the validator otherwise.
  private var suspectedFaults: [(check: CheckID, text: String)] = []

  init(code: PluginCode) { ledger = EndLedger(code: code) }

  /// Adds the result of a check. Its findings about damaged memory are ends.
  ///
  /// - Parameter isGuarded: whether the check was repeated with guarded heap blocks.
  mutating func record(_ report: CheckReport, isGuarded: Bool = false) {
    var report = report
    for finding in report.findings where finding.cause != .assertion {
      ledger.record(damage: finding, wasGuarded: isGuarded)
    }
    report.findings.removeAll { $0.cause != .assertion }
    if results[report.check]?.merge(report) == nil { results[report.check] = report }
  }

  /// Adds what a check found before its process ended, or in a repetition.
  mutating func add(_ findings: [Finding], to check: CheckID) {
    for finding in findings {
      let known = results[check]?.findings ?? []
      if !known.contains(where: { finding.isSameKind($0) && finding.severity <= $0.severity }) {
        record(CheckReport(check, .findings([finding])))
      }
    }
  }

  /// Adds the steps that lead to a recorded finding about an interface.
  mutating func add(steps: [String], to finding: Finding) {
    guard !steps.isEmpty,
      let index = results[finding.check]?.findings.firstIndex(where: finding.isSameKind)
    else { return }
    results[finding.check]?.findings[index].steps = steps
  }

  /// Records that a check crashed outside the plug-in.
  mutating func record(suspectedFault text: String, _ report: CheckReport) {
    suspect(report.check, text)
    record(report)
  }

  /// Notes that a repetition of a check crashed outside the plug-in.
  mutating func suspect(_ check: CheckID, _ text: String) { suspectedFaults.append((check, text)) }

  /// Whether a check has findings; nil if it has no result yet.
  func hasFindings(_ check: CheckID) -> Bool? {
    ledger.hasEnd(of: check) ? true : results[check].map { !$0.findings.isEmpty }
  }

  /// The checks whose findings prove that the plug-in damages memory of the host, although their processes did not end.
  private var damaging: Set<CheckID> {
    guard let overrun = Catalogue.check(answeringFor: .portOverrun)?.id, results[overrun]?.findings.isEmpty == false
    else { return [] }
    return [overrun]
  }

  /// Failures of the validator.
  var faults: [String] {
    ledger.damage(damaging) == nil ? ownFaults + suspectedFaults.map(\.text) : ownFaults
  }

  /// Removes the errors of the X server that another check reports, and adds the steps that lead to the others.
  private func removeKnown(_ serverErrors: inout Set<String>, from report: inout CheckReport) {
    guard report.findings.contains(where: { ServerErrors.contain($0.id) }) else { return }
    if report.check == ServerErrors.owner { serverErrors = [] }
    report.findings = report.findings.compactMap { finding in
      guard ServerErrors.contain(finding.id), let subject = finding.subject else { return finding }
      guard serverErrors.insert(subject).inserted else { return nil }
      var finding = finding
      if let steps = stepsOfServerErrors[subject], !steps.isEmpty { finding.steps = steps }
      return finding
    }
    if report.findings.isEmpty { report.status = .passed }
  }

  /// The reports in the order of the catalogue.
  var reports: [CheckReport] {
    let verdicts = ledger.verdicts(damaging)
    let damage = ledger.damage(damaging)
    var serverErrors = Set(results[ServerErrors.owner]?.findings.compactMap(\.subject) ?? [])
    return Catalogue.all.compactMap { results[$0.id] }.map { report in
      var report = report
      removeKnown(&serverErrors, from: &report)
      if let verdict = verdicts[report.check] {
        report.findings += verdict.findings
        if let reason = verdict.reason, report.findings.isEmpty {
          return CheckReport(report.check, skipped: reason, .finding, duration: report.duration)
        }
      }
      if !report.findings.isEmpty { report.status = .found }
      if report.status == .skipped, suspectedFaults.contains(where: { $0.check == report.check }) {
        report.skipCause = damage == nil ? .obstacle : .finding
        if let damage { report.reason = "the plug-in damaged memory of the host, see \(damage.rawValue)" }
      }
      return report
    }
  }
}
