import Support

extension Finding {
  /// A control input and its value, which may be NaN or infinite.
  public struct ControlValue: Codable, Sendable, Equatable {
    public var symbol: String
    public var value: Float
    /// True if the message of the finding states the value, which other texts then need not repeat; nil otherwise.
    public var isStated: Bool?

    public init(symbol: String, value: Float, isStated: Bool = false) {
      self.symbol = symbol
      self.value = value
      self.isStated = isStated ? true : nil
    }

    /// Such as `gain = 0.5`.
    public var text: String { "\(symbol) = \(value.text)" }
  }
}

extension [Finding.ControlValue] {
  /// The largest number of values in `text`.
  private static var limit: Int { 2 }

  /// The values in a message, at most two of them: `gain = 0.5, mode = 2.0 and 3 more`.
  public var text: String {
    let list = prefix(Self.limit).map(\.text).joined(separator: ", ")
    return count > Self.limit ? "\(list) and \(count - Self.limit) more" : list
  }

  /// The values for a finding whose message contains `text`.
  public var statedInText: Self { stated { index, _ in index < Self.limit } }

  /// The values for a finding whose message states these values of them.
  public func stated(where isStated: (Int, Finding.ControlValue) -> Bool) -> Self {
    enumerated().map { .init(symbol: $1.symbol, value: $1.value, isStated: isStated($0, $1)) }
  }
}
