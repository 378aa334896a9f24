/// Where in the spectrum the designs follow the analog prototype, at one rate: up to 20 kHz, or up to 0.907 of half
/// the rate, which is 20 kHz at 44.1 kHz, whichever is lower.
struct MatchedBand {
  /// The upper edge of the band at 44.1 kHz, as a part of half the rate.
  static var widest: Double { 0.9070294784580499 }

  /// Seconds a frame.
  private let period: Double
  /// The upper edge of the band, in hertz.
  let top: Double
  /// The upper edge, as a part of half the rate.
  private let edge: Double
  /// sin²(π/2·edge), less its value at 44.1 kHz: -0.98 to 0.
  let offset: Double

  /// - Parameter rate: frames a second, above 0.
  init(rate: Double) {
    period = 1 / rate
    edge = min(Self.widest, 40_000 / rate)
    top = 0.5 * edge * rate
    let reach = sine(0.5 * Double.pi * edge)
    let widestReach = sine(0.5 * Double.pi * Self.widest)
    offset = reach * reach - widestReach * widestReach
  }

  /// - Parameter frequency: hertz, above 0; limited to 0.49 of the rate.
  @inline(__always)
  func point(at frequency: Double) -> MatchedPoint {
    let turn = min(frequency * period, 0.49)
    let wave = QuarterWave(angle: Double.pi * turn)
    let part = min(2 * turn, edge)
    let inverse = 1 / (wave.sine * wave.cosine)
    let spread = Double.pi * turn * inverse
    return MatchedPoint(tangent: wave.sine * wave.sine * inverse, spread: spread * spread, square: part * part)
  }
}
