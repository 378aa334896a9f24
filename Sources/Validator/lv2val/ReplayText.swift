import Model

/// What `lv2val replay` prints.
enum ReplayText {
  /// The messages of the repetition with the id of the finding, and a verdict.
  static func text(of finding: Finding, in again: Report) -> String {
    let id = finding.id?.rawValue ?? finding.check.rawValue
    let same = again.findings.filter { $0.id == finding.id }
    let messages = same.map { finding in
      "\(finding.severity.rawValue) \(id)\n  \(finding.message)\n" + (finding.file.map { "  after \($0)\n" } ?? "")
    }
    let verdict = same.isEmpty ? "\(id) was not found again.\n" : "\(id) was found again.\n"
    return messages.joined() + verdict
  }
}
