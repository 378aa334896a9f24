/// e₁ and e₂ of the bell at one frequency and Q, as functions of q², which is that of a factor.
///
/// (e₁, e₂/square) = spread·(base + wide/(1 + 0.264q²) + narrow/(1 + 130q²)): e₂ vanishes at low frequencies.
struct BellShape {
  let base: SIMD2<Double>
  let wide: SIMD2<Double>
  let narrow: SIMD2<Double>

  /// - Parameters:
  ///   - square: q².
  ///   - point: the frequency that the shape is for.
  @inline(__always)
  func factor(_ square: Double, at point: MatchedPoint) -> MatchedQuadratic {
    let wideness = 1 / (1 + BellTable.wide * square)
    let narrowness = 1 / (1 + BellTable.narrow * square)
    let e = (base + wide * wideness + narrow * narrowness) * (point.spread * square)
    return MatchedQuadratic(excess: e[0], curve: e[1] * point.square)
  }
}
