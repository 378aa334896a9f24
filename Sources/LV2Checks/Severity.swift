/// How much a finding matters.
public enum Severity: String, Codable, Sendable, CaseIterable, Comparable {
  /// Worth knowing; nothing is wrong by the specification.
  case note
  /// Likely to annoy users or hosts.
  case warning
  /// A breach of the specification, or a fault that can hurt a session. Never a guess.
  case error

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }

  public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }
}
