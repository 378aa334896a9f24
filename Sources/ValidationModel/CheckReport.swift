/// The result of one check.
public struct CheckReport: Codable, Sendable, Equatable {
  public enum Status: String, Codable, Sendable {
    /// It was run and found nothing.
    case passed
    /// It has findings, of whatever severity.
    case found
    /// It was not run, or not to its end: `reason` says why.
    case skipped
  }

  public var check: CheckID
  public var status: Status
  /// A clause for people, where it was skipped.
  public var reason: String?
  /// What it has measured, for people; there whether or not it was too much.
  public var measurement: String?
  /// In seconds.
  public var duration: Double
  public var findings: [Finding]

  public init(_ check: CheckID, _ outcome: CheckOutcome, duration: Double = 0) {
    self.check = check
    self.duration = duration
    switch outcome {
    case .findings(let findings):
      status = findings.isEmpty ? .passed : .found
      self.findings = findings
    case .measured(let measurement, let findings):
      status = findings.isEmpty ? .passed : .found
      self.findings = findings
      self.measurement = measurement
    case .skipped(let reason):
      status = .skipped
      self.reason = reason
      findings = []
    }
  }
}

extension CheckReport? {
  /// Adds another result of the same check: findings add up, equal ones count once, and something found outweighs that
  /// something else was skipped.
  public mutating func merge(_ other: CheckReport) {
    guard var merged = self else {
      self = other
      return
    }
    merged.duration += other.duration
    merged.findings += other.findings.filter { !merged.findings.contains($0) }
    if !merged.findings.isEmpty {
      merged.status = .found
    } else if other.status == .skipped {
      merged.status = .skipped
      merged.reason = other.reason
    }
    self = merged
  }
}
