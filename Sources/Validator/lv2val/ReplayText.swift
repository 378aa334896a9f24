import Model

/// What `lv2val replay` prints.
enum ReplayText {
  /// The messages of the repetition with the id of the finding, and a verdict.
  static func text(of finding: Finding, in again: Report) -> String {
    let id = finding.id?.rawValue ?? finding.check.rawValue
    let same = again.findings.filter { $0.id == finding.id }
    let messages = same.map { "\($0.severity.rawValue) \(id)\n  \($0.message)\n" }
    let verdict = same.isEmpty ? "\(id) was not found again.\n" : "\(id) was found again.\n"
    return messages.joined() + verdict
  }
}
