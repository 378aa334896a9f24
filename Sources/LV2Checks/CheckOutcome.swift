/// What a check comes back with. A fault of the validator is an error thrown, not an outcome.
public enum CheckOutcome: Sendable, Equatable {
  /// It was run; no findings means that it passed.
  case findings([Finding])
  /// It was run, and what it has measured is told too, as a clause for people: "0.8 % of the time of a block".
  case measured(String, [Finding])
  /// It does not apply or cannot be done here; the reason is for people, as a clause without a full stop.
  case skipped(String)

  /// It was run and found nothing.
  public static let passed = CheckOutcome.findings([])
}
