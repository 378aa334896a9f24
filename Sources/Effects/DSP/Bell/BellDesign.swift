/// Computes the coefficients of the peaking EQ from hertz, Q and decibels.
///
/// The analog prototype is that of R. Bristow-Johnson's Audio EQ Cookbook, H(s) = (s² + s·A/Q + 1)/(s² + s/(A·Q) + 1)
/// with A = 10^(decibels/40). The section matches its magnitude, which the bilinear transform does not. The document
/// docs/internals/filter-design.md describes the method and the deviations.
///
/// The numerator and the denominator of the prototype differ only in q, which is A/Q and 1/(A·Q). With x = w/w₀ the
/// squared magnitude of each is (1 - x²)² + q²x². The design replaces it by (1 - u)² + q²u(e₁ + e₂u), with
/// u = tan²(w/2)/tan²(w₀/2). The fitted functions e₁ and e₂ depend on w₀, q and Q. The same rule applies to both factors. A cut
/// is therefore the exact inverse of a boost, and 0 dB gives the exact identity.
public struct BellDesign: Sendable {
  private let band: MatchedBand
  private let table: BellTable

  /// - Parameter rate: sample rate in hertz, above 0.
  public init(rate: Double) {
    band = MatchedBand(rate: rate)
    table = BellTable(offset: band.offset)
  }

  /// - Parameters:
  ///   - frequency: the center in hertz, above 0. The limit is 0.49 of the rate.
  ///   - q: the cookbook's Q, 0.1 to 25.
  ///   - decibels: the level at the center, -50 to 50. 0 gives the exact identity.
  @inline(__always)
  public func coefficients(frequency: Double, q: Double, decibels: Double) -> SVFCoefficients {
    Self.coefficients(shape(frequency: frequency, q: q), q: q, decibels: decibels)
  }

  /// What does not depend on the gain, for `coefficients(_:q:decibels:)`.
  @inline(__always)
  func shape(frequency: Double, q: Double) -> BellShape { table.shape(at: band.frequency(frequency), q: q) }

  @inline(__always)
  static func coefficients(_ shape: BellShape, q: Double, decibels: Double) -> SVFCoefficients {
    let amplitude = exponential(decibels * 0.057564627324851146)
    let pole = 1 / (amplitude * q)
    let damping = SIMD2(amplitude * amplitude * pole, pole)
    return SVFCoefficients(shape.factors(damping * damping), tangent: shape.center.tangent)
  }
}
