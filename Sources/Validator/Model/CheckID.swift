/// The name of a check, such as `audio.nonfinite`: reports, `--only`, `--skip` and `lv2val explain` use it.
///
/// The part before the full stop is the family, which is also the folder of the check. The part after it names what the
/// check is about.
public struct CheckID: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
  public let rawValue: String

  /// Nil if the text is not two words separated by a full stop.
  public init?(rawValue: String) {
    let parts = rawValue.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && !$0.contains("/") }) else { return nil }
    self.rawValue = rawValue
  }

  /// The group of checks that `--only 'audio.*'` selects.
  public var family: Substring { rawValue.prefix { $0 != "." } }

  public var description: String { rawValue }
}

extension CheckID: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) {
    guard let id = CheckID(rawValue: value) else { preconditionFailure("'\(value)' is not the name of a check") }
    self = id
  }
}
