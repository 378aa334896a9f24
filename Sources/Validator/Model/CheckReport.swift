public struct CheckReport: Codable, Sendable, Equatable {
  public enum Status: String, Codable, Sendable {
    case passed
    /// The check has findings, of any severity.
    case found
    /// The check did not run, or not to its end: `reason` says why.
    case skipped
  }

  /// What prevented a check from running to its end.
  public enum SkipCause: String, Codable, Sendable {
    /// The nature of the plug-in: the check does not apply.
    case description
    /// A choice of the user, such as `--skip`.
    case choice
    /// What other checks report: the plug-in cannot be run, or a fault ended this check too.
    case finding
    /// The checks before it used the processor time for one plug-in.
    case time
    /// Something about lv2val or the machine.
    case obstacle
  }

  public var check: CheckID
  public var status: Status
  /// Why the check was skipped, as a clause.
  public var reason: String?
  /// The kind of `reason`; nil if the check was not skipped, and in reports of earlier versions.
  public var skipCause: SkipCause?
  /// What the check measured, as a clause, whether or not it exceeds a limit.
  public var measurement: String?
  /// The further share of the durations and numbers of settings that the check played, because the checks before it had
  /// used much processor time; nil for all of them.
  public var share: Double?
  /// In seconds.
  public var duration: Double
  public var findings: [Finding]

  public init(_ check: CheckID, _ outcome: CheckOutcome, duration: Double = 0) {
    self.check = check
    self.duration = duration
    (findings, measurement, reason, skipCause) =
      switch outcome {
      case .findings(let findings): (findings, nil, nil, nil)
      case .measured(let measurement, let findings): (findings, measurement, nil, nil)
      case .skipped(let reason): ([], nil, reason, .description)
      case .obstructed(let reason): ([], nil, reason, .obstacle)
      }
    status = reason != nil ? .skipped : findings.isEmpty ? .passed : .found
  }

  /// The report of a check that did not run to its end.
  ///
  /// - Parameter reason: a clause without a full stop.
  public init(_ check: CheckID, skipped reason: String, _ cause: SkipCause, duration: Double = 0) {
    self.init(check, .skipped(reason), duration: duration)
    skipCause = cause
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
      skipCause = other.skipCause
    }
  }
}
