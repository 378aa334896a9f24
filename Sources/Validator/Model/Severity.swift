public enum Severity: String, Codable, Sendable, CaseIterable, Comparable {
  /// Useful to know; the specification is not violated.
  case note
  /// Likely to cause trouble for users or hosts.
  case warning
  /// A violation of the specification, or a fault that can damage a session. Never a guess.
  case error

  public static func < (left: Severity, right: Severity) -> Bool { left != right && (left == .note || right == .error) }

  public var letter: String { rawValue.prefix(1).uppercased() }
}
