/// A second-order section as a state-variable filter: two integrators in a loop, and three output gains.
///
/// With input x, and the states `band` and `low` before this frame,
/// ```
/// y     = direct·x + bandGain·band + lowGain·low
/// low'  = low + frequency·band + leak·(x - low)
/// band' = band - damping·band + frequency·(x - low)
/// ```
/// which are the states of trapezoidal integration (V. Zavalishin, The Art of VA Filter Design, section 3.10): for an
/// integrator gain g and a damping k, with D = 1 + gk + g²,
/// ```
/// frequency = 2g/D        damping = 2g(g + k)/D        leak = 2g²/D
/// ```
/// Without input the sum of the states' squares never grows: what they lose in a frame is 4gk times the square of the mean
/// of `band`. The map of the states is linear in the three parameters, so the same holds everywhere on a straight line
/// between two such filters: no movement of the parameters pumps energy into the states.
///
/// At low frequencies `frequency` is close to the angular frequency w₀ in radians a frame and `damping` to w₀/Q, so
/// nothing is the difference of two numbers near one, and `low` follows the input, `band` its slope.
public struct Biquad: Sendable {
  public var frequency: Double
  public var damping: Double
  public var leak: Double
  public var direct: Double
  public var bandGain: Double
  public var lowGain: Double

  public init(frequency: Double, damping: Double, leak: Double, direct: Double, bandGain: Double, lowGain: Double) {
    self.frequency = frequency
    self.damping = damping
    self.leak = leak
    self.direct = direct
    self.bandGain = bandGain
    self.lowGain = lowGain
  }
}
