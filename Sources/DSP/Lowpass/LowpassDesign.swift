/// Coefficients of a lowpass of one to four sections, 12 to 48 dB an octave, from hertz and Q.
///
/// The analog prototype of a section is 1/(s² + s/Q + 1). The Qs are those of the Butterworth polynomial,
/// 1/(2 cos((2k + 1)π/(2n))) for order n; the last, the highest, is multiplied by Q·√2. The level at the cutoff is then
/// Q whatever the order, and Q = 0.7071 is Butterworth. The sections follow the prototype's magnitude, not its bilinear
/// image; docs/design-of-the-filters.md has the method, and by how much they deviate.
///
/// A section's denominator has the magnitude squared (1 - u)² + q²u(e₁ + e₂u), with u = tan²(w/2)/tan²(w₀/2), q = 1/Q,
/// and e₁ and e₂ smooth fitted functions of w₀ and q. What is then missing of the prototype is a smooth function of
/// frequency, nearly the same for every section, which the numerator makes up as well as a quadratic can.
public struct LowpassDesign: Sendable {
  private let band: MatchedBand
  private let poles: LowpassPoleTable
  private let zeros: LowpassZeroTable

  /// - Parameter rate: frames a second, above 0.
  public init(rate: Double) {
    band = MatchedBand(rate: rate)
    poles = LowpassPoleTable(offset: band.offset)
    zeros = LowpassZeroTable(offset: band.offset)
  }

  /// What all sections of a lowpass share.
  ///
  /// - Parameter cutoff: hertz, above 0; limited to 20 kHz, and to 0.4535 of the rate: the zeros are fitted up to there,
  ///   and beyond would raise what is next to half the rate.
  @inline(__always)
  public func corner(at cutoff: Double) -> LowpassCorner {
    let point = band.point(at: min(cutoff, band.top))
    return LowpassCorner(point: point, poles: poles.poles.value(at: point.square))
  }

  /// Section `index` of `count`, the one with the lowest Q first, the one with the resonance last.
  ///
  /// - Parameters:
  ///   - index: 0 to count - 1.
  ///   - count: 1 to 4.
  ///   - corner: that of the cutoff, from this design.
  ///   - q: the level at the cutoff, as an amplitude, 0.1 to 25.
  @inline(__always)
  public func section(_ index: Int, of count: Int, corner: LowpassCorner, q: Double) -> Biquad {
    let point = corner.point
    let damping = Self.butterworth(index, of: count) * (index == count - 1 ? 0.7071067811865476 / q : 1)
    let square = damping * damping
    let fade = 1 / (1 + 0.25 * square)
    let e = (corner.poles.lowHalf + corner.poles.highHalf * fade) * (square * point.spread)
    let share = zeros.zeros(index, of: count, at: point.square)
    let zero = share.lowHalf + share.highHalf * fade
    let poles = MatchedFactors(excess: SIMD2(repeating: e[0]), curve: SIMD2(repeating: e[1] * point.square))
    let tangent = point.tangent
    return Biquad(
      MatchedFactors(
        second: SIMD2(zero[1] * tangent * tangent, poles.second[1]), first: SIMD2(zero[0] * tangent, poles.first[1])),
      tangent: tangent)
  }

  /// The only section of a lowpass of 12 dB an octave.
  ///
  /// - Parameters:
  ///   - cutoff: hertz, above 0; limited as in `corner(at:)`.
  ///   - q: the level at the cutoff, as an amplitude, 0.1 to 25.
  @inline(__always)
  public func biquad(cutoff: Double, q: Double) -> Biquad {
    section(0, of: 1, corner: corner(at: cutoff), q: q)
  }

  /// The damping 1/Q of factor `index` of the Butterworth polynomial of order 2·count, the lowest Q first:
  /// 2 cos((2·index + 1)π/(4·count)).
  @inline(__always)
  private static func butterworth(_ index: Int, of count: Int) -> Double {
    switch (count, index) {
    case (2, 0): 1.8477590650225735
    case (2, _): 0.7653668647301796
    case (3, 0): 1.9318516525781366
    case (3, 1): 1.4142135623730951
    case (3, _): 0.5176380902050415
    case (4, 0): 1.9615705608064609
    case (4, 1): 1.6629392246050904
    case (4, 2): 1.1111404660392044
    case (4, _): 0.3901806440322565
    default: 1.4142135623730951
    }
  }
}
