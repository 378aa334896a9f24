/// A lowpass of first order, which smooths a value exponentially.
public struct OnePole: Sendable {
  /// The output after the last frame.
  public var value: Float
  @usableFromInline let coefficient: Float

  /// - Parameters:
  ///   - seconds: the time constant, after which 63 % of a step are reached; above 0.
  ///   - rate: the sample rate in hertz.
  ///   - value: the first output.
  public init(seconds: Float, rate: Double, value: Float = 0) {
    coefficient = 1 - exp(-1 / (seconds * Float(rate)))
    self.value = value
  }

  /// Moves the value towards `target` by the time of one frame and returns it.
  @inlinable
  public mutating func next(_ target: Float) -> Float {
    value += coefficient * (target - value)
    // Ends the approach before subnormal numbers, which cost many times the time of normal ones.
    if abs(value - target) < 1e-15 { value = target }
    return value
  }
}
