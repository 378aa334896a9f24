/// The result of running a check. A failure of the validator is a thrown error, not an outcome.
public enum CheckOutcome: Sendable, Equatable {
  /// The check ran; without findings it passed.
  case findings([Finding])
  /// The check ran, and reports what it measured as a clause: "0.8 % of the time of a block".
  case measured(String, [Finding])
  /// The check does not apply to the plug-in; the reason is a clause without a full stop.
  case skipped(String)
  /// Something about lv2val or the machine prevents the check, so that the result of the run is incomplete; the reason is
  /// a clause without a full stop.
  case obstructed(String)

  public static let passed = CheckOutcome.findings([])

  public var findings: [Finding] {
    switch self {
    case .findings(let findings), .measured(_, let findings): findings
    case .skipped, .obstructed: []
    }
  }

  /// The outcome with further findings; a check that was skipped otherwise is not skipped any more if there are any.
  public func adding(_ more: [Finding]) -> CheckOutcome {
    guard !more.isEmpty else { return self }
    return switch self {
    case .measured(let text, let findings): .measured(text, findings + more)
    case .findings(let findings): .findings(findings + more)
    case .skipped, .obstructed: .findings(more)
    }
  }
}
