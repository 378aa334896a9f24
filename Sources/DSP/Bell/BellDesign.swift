/// Coefficients of the peaking EQ, from hertz, Q and decibels.
///
/// The analog prototype is that of R. Bristow-Johnson's Audio EQ Cookbook, H(s) = (s² + s·A/Q + 1)/(s² + s/(A·Q) + 1)
/// with A = 10^(decibels/40). The section follows its magnitude, not its bilinear image; docs/design-of-the-filters.md
/// has the method, and by how much it deviates.
///
/// Numerator and denominator of the prototype differ in one number alone, q = A/Q and q = 1/(A·Q), with the magnitude
/// squared (1 - x²)² + q²x², x = w/w₀. Both are carried over by one rule, as (1 - u)² + q²u(e₁ + e₂u) with
/// u = tan²(w/2)/tan²(w₀/2); e₁ and e₂ are smooth fitted functions of w₀, of q and of Q. So a cut is the exact inverse
/// of a boost, 0 dB is the exact identity, and the level at the centre is right wherever both factors share e₁ + e₂.
public struct BellDesign: Sendable {
  private let band: MatchedBand
  private let table: BellTable

  /// - Parameter rate: frames a second, above 0.
  public init(rate: Double) {
    band = MatchedBand(rate: rate)
    table = BellTable(offset: band.offset)
  }

  /// - Parameters:
  ///   - frequency: the centre, in hertz, above 0; limited to 0.49 of the rate.
  ///   - q: the cookbook's Q, 0.1 to 25.
  ///   - decibels: the level at the centre, -50 to 50. 0 gives the identity, exactly.
  @inline(__always)
  public func biquad(frequency: Double, q: Double, decibels: Double) -> Biquad {
    let point = band.point(at: frequency)
    let amplitude = exponential(decibels * 0.057564627324851146)
    let pole = 1 / (amplitude * q)
    let damping = SIMD2(amplitude * amplitude * pole, pole)
    let shape = table.shape(at: point.square, q: q)
    return Biquad(shape.factors(damping * damping, at: point), tangent: point.tangent)
  }
}
