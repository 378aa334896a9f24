import Checks
import Model
import TestHost

extension Cause {
  /// Whether fewer control values can be the cause.
  var isReducible: Bool { self == .crash || self == .damage || self == .hang }
}

/// The results of all checks of one plug-in, or of one bundle's files.
struct SubjectResults {
  /// How the plug-in ended the process of a check, or how guarded heap blocks explained that end.
  struct End {
    /// The check whose subject the fault is.
    let responsible: CheckID
    /// The check that reports the fault instead if the same fault ended its own process.
    let answering: CheckID
    /// What the check did, empty if it noted nothing.
    var activity = ""
    /// The crash if it was one.
    var fault: Fault?
  }

  /// The plug-in's code, to recognize its frames in backtraces.
  let code: PluginCode
  private var results: [CheckID: CheckReport] = [:]
  var ends: [CheckID: End] = [:]
  /// The checks whose processes crashed as if the heap was damaged, although guarded heap blocks did not prove it.
  var suspects: Set<CheckID> = []
  /// The settings that crashes or hangs need, by `reductionKey`.
  var reductions: [String: CrashReduction] = [:]
  /// The settings of the ends in checks whose cause was not found.
  var settings: [CheckID: CrashReduction] = [:]
  var ownFaults: [String] = []
  /// Crashes outside the plug-in: consequences of heap damage if that is proved, faults of the validator otherwise.
  var suspectedFaults: [String] = []

  init(code: PluginCode) { self.code = code }

  mutating func record(_ report: CheckReport) {
    if results[report.check]?.merge(report) == nil { results[report.check] = report }
  }

  /// Whether a check has findings; nil if it has no result yet.
  func hasFindings(_ check: CheckID) -> Bool? { results[check].map { !$0.findings.isEmpty } }

  /// The check that proves that the plug-in damages memory of the host.
  var damage: CheckID? { Attribution.damage(in: results) }

  /// Failures of the validator.
  var faults: [String] { damage == nil ? ownFaults + suspectedFaults : ownFaults }

  /// The reports in the order of the catalogue.
  ///
  /// If the same fault ends several child processes, only the first check reports it, or the check that answers for such
  /// ends. If the plug-in damages memory, ends outside its own code and in the allocator are not reported: they are
  /// consequences.
  var reports: [CheckReport] {
    var reporters: [String: CheckID] = [:]
    return Catalogue.all.compactMap { results[$0.id] }.map { report in
      var reason: String?
      var reported = report
      reported.findings = report.findings.filter { finding in
        guard finding.cause != .assertion else { return true }
        let place = place(of: finding)
        let isInAllocator = EndOfChild.isInAllocator(finding.backtrace ?? [], code)
        let isConsequence = place == nil || isInAllocator || suspects.contains(report.check)
        if let damage, damage != report.check, isConsequence {
          reason = Self.skipReason(damage: damage)
          return false
        }
        if let other = ends[report.check]?.answering, other != report.check, hasEnded(other, at: place) {
          reason = "the fault that \(other.rawValue) reports ended this check too"
          return false
        }
        guard let place else { return true }
        if Attribution.exceedsRanges(report.check), let other = checkWithinRanges(endedBy: finding, at: place) {
          reason = "the fault that \(other.rawValue) reports ended this check too"
          return false
        }
        guard let reporter = reporters[place] else {
          reporters[place] = report.check
          return true
        }
        reason = "the fault that \(reporter.rawValue) reports ended this check too"
        return false
      }
      reported.findings = reported.findings.map(explained)
      guard reported.findings.isEmpty, let reason else { return reported }
      return CheckReport(report.check, .skipped(reason), duration: report.duration)
    }
  }

  /// A check that ended by the same fault although its controls were within their ranges.
  ///
  /// A hang has no fault to compare: any hang in the same call is regarded as the same.
  private func checkWithinRanges(endedBy finding: Finding, at place: String) -> CheckID? {
    let fault = end(of: finding)?.fault
    return Catalogue.all.map { $0.id }.first { check in
      if Attribution.exceedsRanges(check) { return false }
      if finding.cause == .hang { return hasEnded(check, at: place) }
      return fault.flatMap { fault in ends[check]?.fault.map(fault.isSamePlace) } ?? false
    }
  }

  /// A finding with a backtrace that begins in the plug-in, and an end with the settings that it needs.
  private func explained(_ finding: Finding) -> Finding {
    var explained = finding
    explained.backtrace = finding.backtrace.map { EndOfChild.startingInPlugin($0, code) }
    guard finding.cause != .assertion else { return explained }
    let known = reductionKey(of: finding).flatMap { reductions[$0] }
    let reduction = finding.cause.isReducible ? known ?? settings[finding.check] : nil
    let exceedsRanges = Attribution.exceedsRanges(responsible(for: finding))
    let isIndependent = Attribution.isIndependentOfControls(responsible(for: finding)) && reduction?.isExplained != true
    var controls = isIndependent ? [] : reduction?.controls ?? finding.controls ?? []
    if exceedsRanges, reduction?.isExplained != true { controls = finding.controls ?? [] }
    if let reduction, reduction.isExplained {
      explained.message += reduction.text
      let isOfControls = Attribution.isMoreThanNoise(finding.check) && !reduction.text.isEmpty
      if isOfControls { explained.message += " What \(finding.check) tests is not the cause." }
      if isOfControls || exceedsRanges && reduction.isWithinRanges {
        explained.remedy = finding.cause == .hang ? CrashText.remedyOfHang : CrashText.remedy(in: "run")
        if finding.cause != .damage { explained.rule = EndOfChild.rule }
      }
    } else {
      // If the settings alone suffice, what the check did is not necessary.
      let activity = end(of: finding)?.activity ?? ""
      // The activity can be a change of the control.
      let isNamed = controls.first.map { activity.contains("'\($0.symbol)'") } ?? false
      let circumstances = [activity, controls.count > 1 || isNamed ? "" : controls.text].filter { !$0.isEmpty }
      if !circumstances.isEmpty { explained.message += " Circumstances: \(circumstances.joined(separator: ", "))." }
      if exceedsRanges, reduction != nil {
        explained.message += " A fresh instance did not do this at that value alone."
      }
      if controls.count > 1 {
        explained.message += " Control values, perhaps not all necessary: \(controls.text)."
      }
      controls = controls.statedInText
    }
    explained.controls = controls.isEmpty ? nil : controls
    return explained
  }

  private func end(of finding: Finding) -> End? { finding.cause == .assertion ? nil : ends[finding.check] }

  /// The check whose subject the finding is.
  private func responsible(for finding: Finding) -> CheckID { end(of: finding)?.responsible ?? finding.check }

  /// A key for the fault that ended the process; nil if it is unknown.
  func place(of finding: Finding) -> String? { EndOfChild.place(of: finding, end(of: finding)?.fault, in: code) }

  /// A key for the settings that the fault needs: values out of range do not explain it in a check that plays none.
  func reductionKey(of finding: Finding) -> String? {
    place(of: finding).map { Attribution.exceedsRanges(responsible(for: finding)) ? "\($0) out of range" : $0 }
  }

  /// Whether the plug-in ended the process of a check at that place; anywhere if the place is not known.
  private func hasEnded(_ check: CheckID, at place: String?) -> Bool {
    let ends = results[check]?.findings.filter { $0.cause != .assertion } ?? []
    return ends.contains { place == nil || self.place(of: $0) == place }
  }

  /// Why a check has no result if the plug-in damages memory.
  static func skipReason(damage check: CheckID) -> String {
    "the plug-in damaged memory of the host, see \(check.rawValue)"
  }
}
