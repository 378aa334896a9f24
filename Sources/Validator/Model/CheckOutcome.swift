/// The result of running a check. A failure of the validator is a thrown error, not an outcome.
public enum CheckOutcome: Sendable, Equatable {
  /// The check ran; without findings it passed.
  case findings([Finding])
  /// The check ran, and reports what it measured as a clause: "0.8 % of the time of a block".
  case measured(String, [Finding])
  /// The check does not apply or cannot be run here; the reason is a clause without a full stop.
  case skipped(String)

  public static let passed = CheckOutcome.findings([])

  public var findings: [Finding] {
    switch self {
    case .findings(let findings), .measured(_, let findings): findings
    case .skipped: []
    }
  }
}
