/// The output while one control jumps from its least to its greatest value and a sine of 1 kHz at -12 dBFS goes in.
public struct StepResponse: Codable, Sendable, Equatable {
  /// Of the control.
  public var symbol: String
  public var name: String
  public var unit: String?
  public var from: Float
  public var to: Float
  /// Milliseconds since the jump, and the output.
  public var curve: Curve
}
