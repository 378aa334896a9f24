/// How one control changes the frequency response, all others at their defaults.
public struct ControlFamily: Codable, Sendable, Equatable {
  /// Of the control.
  public var symbol: String
  public var name: String
  /// From its least value to its greatest.
  public var responses: [Response]
}
