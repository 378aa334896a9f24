/// Computes the coefficients of a lowpass of one to four sections, 12 to 48 dB per octave, from hertz and Q.
///
/// The analog prototype of a section is 1/(s² + s/Q + 1). The Qs are those of the Butterworth polynomial of order n,
/// 1/(2 cos((2k + 1)π/(2n))). The last and highest one is multiplied by Q·√2. The level at the cutoff is then Q for every
/// order, and Q = 0.7071 is Butterworth. The sections match the prototype's magnitude, which the bilinear transform does
/// not. docs/internals/filter-design.md describes the method and the deviations.
///
/// The squared magnitude of a denominator is (1 - u)² + q²u(e₁ + e₂u), with u = tan²(w/2)/tan²(w₀/2) and q = 1/Q. The
/// fitted functions e₁ and e₂ depend on w₀ and q. The remaining deviation is a smooth function of frequency, nearly the same for
/// every section. The numerator corrects it.
public struct LowpassDesign: Sendable {
  private let band: MatchedBand
  private let poles: FittedPolynomial<SIMD4<Double>>
  private let zeros: LowpassZeroTable

  /// - Parameter rate: sample rate in hertz, above 0.
  public init(rate: Double) {
    band = MatchedBand(rate: rate)
    poles = LowpassPoleTable.poles(band.offset)
    zeros = LowpassZeroTable(offset: band.offset)
  }

  /// The functions of a cutoff frequency that all sections share.
  public struct Corner {
    let frequency: MatchedFrequency
    /// The value of `LowpassPoleTable.poles(_:)`.
    let poles: SIMD4<Double>
  }

  /// - Parameter cutoff: hertz, above 0. The limit is 20 kHz and 0.4535 of the rate, where the fit of the zeros ends. Above
  ///   it, the zeros would raise the level near half the rate.
  @inline(__always)
  public func corner(at cutoff: Double) -> Corner {
    let frequency = band.frequency(min(cutoff, band.top))
    return Corner(frequency: frequency, poles: poles.value(at: frequency.square))
  }

  /// Section `index` of `count`. The first has the lowest Q, the last has the resonance.
  ///
  /// - Parameters:
  ///   - index: 0 to count - 1.
  ///   - count: 1 to 4.
  ///   - corner: the cutoff, from this design.
  ///   - q: the amplitude at the cutoff, 0.1 to 25.
  @inline(__always)
  public func section(_ index: Int, of count: Int, corner: Corner, q: Double) -> SVFCoefficients {
    let frequency = corner.frequency
    let damping = Self.damping(index, of: count, q: q)
    let square = damping * damping
    let fade = 1 / (1 + 0.25 * square)
    let e = (corner.poles.lowHalf + corner.poles.highHalf * fade) * (square * frequency.spread)
    let share = zeros.zeros(index, of: count, at: frequency.square)
    let zero = share.lowHalf + share.highHalf * fade
    let poles = MatchedFactors(excess: SIMD2(repeating: e[0]), curve: SIMD2(repeating: e[1] * frequency.square))
    let tangent = frequency.tangent
    return SVFCoefficients(
      MatchedFactors(
        second: SIMD2(zero[1] * tangent * tangent, poles.second[1]), first: SIMD2(zero[0] * tangent, poles.first[1])),
      tangent: tangent)
  }

  /// The damping 1/Q of section `index` of `count`, as `section(_:of:corner:q:)` describes.
  @inline(__always)
  public static func damping(_ index: Int, of count: Int, q: Double) -> Double {
    butterworth(index, of: count) * (index == count - 1 ? 0.7071067811865476 / q : 1)
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
