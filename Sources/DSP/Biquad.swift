/// A second-order section as a state-variable filter: two integrators in a loop, and three output gains.
///
/// With input x, and the states `band` and `low` before this frame,
/// ```
/// y     = direct·x + bandGain·band + lowGain·low
/// low'  = low + frequency·band
/// band' = band - damping·band - frequency·low + frequency·x
/// ```
/// whose transfer function has the denominator z² + a₁z + a₂ with
/// ```
/// 1 + a₁ + a₂ = frequency²        1 - a₂ = damping - frequency²
/// ```
/// and the numerator b₀z² + b₁z + b₂ with
/// ```
/// direct = b₀        bandGain = (b₁ - b₀a₁) / frequency        direct + lowGain = H(1)
/// ```
/// At low frequencies `frequency` is close to the angular frequency w₀ in radians a frame and `damping` to w₀/Q, so
/// nothing is the difference of two numbers near one, and the states keep their meaning, and their size, while the
/// parameters move: `low` follows the input, `band` its slope.
///
/// Stable where frequency² > 0, damping > frequency² and 2·damping < 4 + frequency² (the triangle |a₂| < 1,
/// |a₁| < 1 + a₂); `damping - frequency²` and the gains may take any value in between while gliding.
public struct Biquad: Sendable {
  public var frequency: Double
  public var damping: Double
  public var direct: Double
  public var bandGain: Double
  public var lowGain: Double

  public init(frequency: Double, damping: Double, direct: Double, bandGain: Double, lowGain: Double) {
    self.frequency = frequency
    self.damping = damping
    self.direct = direct
    self.bandGain = bandGain
    self.lowGain = lowGain
  }
}
