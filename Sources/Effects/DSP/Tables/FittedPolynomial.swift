/// Polynomials of degree six in one variable, one per lane.
struct FittedPolynomial<V: Vector & Sendable>: Sendable {
  private let c0, c1, c2, c3, c4, c5, c6: V

  /// The coefficients of x⁰ to x⁶.
  init(_ c0: V, _ c1: V, _ c2: V, _ c3: V, _ c4: V, _ c5: V, _ c6: V) {
    (self.c0, self.c1, self.c2, self.c3, self.c4, self.c5, self.c6) = (c0, c1, c2, c3, c4, c5, c6)
  }

  @inline(__always)
  func value(at x: Double) -> V {
    let y = x * x
    return ((c0 + c1 * x) + (c2 + c3 * x) * y) + ((c4 + c5 * x) + c6 * y) * (y * y)
  }

  /// The sum of this polynomial and `factor` times `other`.
  @inline(never)
  func adding(_ other: FittedPolynomial, times factor: Double) -> FittedPolynomial {
    FittedPolynomial(
      c0 + other.c0 * factor, c1 + other.c1 * factor, c2 + other.c2 * factor, c3 + other.c3 * factor,
      c4 + other.c4 * factor, c5 + other.c5 * factor, c6 + other.c6 * factor)
  }
}
