/// e₁ and e₂ of the bell at one frequency and Q, as functions of q², which is that of a factor.
///
/// (e₁, e₂/square) = spread·(base + wide/(1 + 0.264q²) + narrow/(1 + 130q²)): e₂ vanishes at low frequencies.
struct BellShape {
  let base: SIMD2<Double>
  let wide: SIMD2<Double>
  let narrow: SIMD2<Double>

  /// - Parameters:
  ///   - squares: q² of the numerator and of the denominator.
  ///   - point: the frequency that the shape is for.
  @inline(__always)
  func factors(_ squares: SIMD2<Double>, at point: MatchedPoint) -> MatchedFactors {
    let wideness = 1 / (1 + 0.264 * squares)
    let narrowness = 1 / (1 + 130 * squares)
    let scaled = point.spread * squares
    return MatchedFactors(
      excess: scaled * (base[0] + wide[0] * wideness + narrow[0] * narrowness),
      curve: point.square * scaled * (base[1] + wide[1] * wideness + narrow[1] * narrowness))
  }
}
