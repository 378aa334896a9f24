import LV2Math

/// A lowpass of first order, which smooths a value exponentially or removes high frequencies.
public struct OnePole: Sendable {
  /// The output after the last frame.
  public var value: Float
  @usableFromInline var coefficient: Float

  /// - Parameters:
  ///   - seconds: the time constant, after which 63 % of a step are reached; above 0.
  ///   - rate: the sample rate in hertz.
  ///   - value: the first output.
  public init(seconds: Float, rate: Double, value: Float = 0) {
    coefficient = 1 - exp(-1 / (seconds * Float(rate)))
    self.value = value
  }

  /// - Parameters:
  ///   - ratio: the cutoff divided by the sample rate, as for ``setCutoff(_:)``.
  ///   - value: the first output.
  public init(cutoff ratio: Float, value: Float = 0) {
    coefficient = 0
    self.value = value
    setCutoff(ratio)
  }

  /// Sets the cutoff, at which the level is -3 dB. It is exact for low frequencies; near half the sample rate, less is removed.
  ///
  /// - Parameter ratio: the cutoff divided by the sample rate, above 0.
  @inlinable
  public mutating func setCutoff(_ ratio: Float) { coefficient = 1 - exp(-6.2831853 * ratio) }

  /// The power gain at a frequency, for a view.
  ///
  /// - Parameter ratio: the frequency divided by the sample rate, 0 to 0.5.
  public func power(at ratio: Float) -> Float {
    // |1 - p·z⁻¹|² = (1 - p)² + 4p·sin²(w/2), with the pole p.
    let (pole, half) = (1 - coefficient, sine(turns: 0.5 * ratio))
    return coefficient * coefficient / (coefficient * coefficient + 4 * pole * half * half)
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
