import Model

/// What `lv2val replay` prints.
enum ReplayText {
  /// The messages of the repetition with the id and the subject of the finding, and a verdict.
  static func text(of finding: Finding, in again: Report) -> String {
    let id = finding.id?.rawValue ?? finding.check.rawValue
    let same = again.findings.filter(finding.isSameKind)
    let messages = same.map { finding in
      "\(finding.severity.rawValue) \(id)\n  \(finding.message)\n" + (finding.file.map { "  after \($0)\n" } ?? "")
    }
    return messages.joined() + "\(id) \(verdict(same.isEmpty, again)).\n"
  }

  /// A run that did not examine the plug-in shows nothing.
  private static func verdict(_ isMissing: Bool, _ again: Report) -> String {
    guard isMissing else { return "was found again" }
    if again.interrupted { return "was not examined again: the run was interrupted" }
    if let fault = again.faults.first { return "was not examined again: \(fault)" }
    let checks = again.subjects.flatMap(\.checks)
    guard checks.allSatisfy({ $0.status == .skipped }) else { return "was not found again" }
    return "was not examined again: \(checks.compactMap(\.reason).first ?? "the plug-in was not found")"
  }
}
