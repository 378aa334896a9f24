/// The frequency range in which the designs match the analog prototype, at one sample rate.
///
/// The range ends at 20 kHz, or at 0.907 of half the rate if that is lower. Both are equal at 44.1 kHz.
struct MatchedBand {
  /// The upper edge of the range at 44.1 kHz, as a part of half the rate.
  static var widest: Double { 0.9070294784580499 }

  /// The duration of a frame in seconds.
  private let period: Double
  /// The upper edge in hertz.
  let top: Double
  /// The upper edge as a part of half the rate.
  private let edge: Double
  /// sin²(π/2·edge) minus its value at 44.1 kHz: -0.98 to 0. The argument of the fits' dependence on the rate.
  let offset: Double

  /// - Parameter rate: sample rate in hertz, above 0.
  init(rate: Double) {
    period = 1 / rate
    edge = min(Self.widest, 40_000 / rate)
    top = 0.5 * edge * rate
    let reach = sine(0.5 * Double.pi * edge)
    let widestReach = sine(0.5 * Double.pi * Self.widest)
    offset = reach * reach - widestReach * widestReach
  }

  /// - Parameter frequency: hertz, above 0. The limit is 0.49 of the rate.
  @inline(__always)
  func frequency(_ frequency: Double) -> MatchedFrequency {
    let turn = min(frequency * period, 0.49)
    let wave = SineCosine(angle: Double.pi * turn)
    let part = min(2 * turn, edge)
    let inverse = 1 / (wave.sine * wave.cosine)
    let spread = Double.pi * turn * inverse
    return MatchedFrequency(tangent: wave.sine * wave.sine * inverse, spread: spread * spread, square: part * part)
  }
}

/// The functions of a frequency w₀, in radians per frame, that a design uses.
struct MatchedFrequency {
  /// tan(w₀/2).
  let tangent: Double
  /// (w₀/sin w₀)²: the relative slope of tan²(w/2) at w₀, divided by the relative slope of w².
  let spread: Double
  /// (w₀/π)², with w₀ limited to the upper edge of the band. The argument of the fitted polynomials.
  let square: Double
}
