public struct CheckReport: Codable, Sendable, Equatable {
  public enum Status: String, Codable, Sendable {
    case passed
    /// The check has findings, of any severity.
    case found
    /// The check did not run, or not to its end: `reason` says why.
    case skipped
  }

  public var check: CheckID
  public var status: Status
  /// Why the check was skipped, as a clause.
  public var reason: String?
  /// What the check measured, as a clause, whether or not it exceeds a limit.
  public var measurement: String?
  /// In seconds.
  public var duration: Double
  public var findings: [Finding]

  public init(_ check: CheckID, _ outcome: CheckOutcome, duration: Double = 0) {
    self.check = check
    self.duration = duration
    (findings, measurement, reason) =
      switch outcome {
      case .findings(let findings): (findings, nil, nil)
      case .measured(let measurement, let findings): (findings, measurement, nil)
      case .skipped(let reason): ([], nil, reason)
      }
    status = reason != nil ? .skipped : findings.isEmpty ? .passed : .found
  }

  /// Adds another result of the same check: findings are combined, repetitions once. A finding outweighs a skipped part.
  public mutating func merge(_ other: CheckReport) {
    duration += other.duration
    findings += other.findings.filter { finding in !findings.contains(where: finding.isRepetition) }
    if !findings.isEmpty {
      status = .found
    } else if other.status == .skipped {
      status = .skipped
      reason = other.reason
    }
  }
}
