/// Polynomials of degree six in one variable, a lane each.
struct FittedPolynomial<Lanes: Vector & Sendable>: Sendable {
  private let c0, c1, c2, c3, c4, c5, c6: Lanes

  /// The coefficients of x⁰, x¹, ... x⁶.
  init(_ c0: Lanes, _ c1: Lanes, _ c2: Lanes, _ c3: Lanes, _ c4: Lanes, _ c5: Lanes, _ c6: Lanes) {
    (self.c0, self.c1, self.c2, self.c3, self.c4, self.c5, self.c6) = (c0, c1, c2, c3, c4, c5, c6)
  }

  @inline(__always)
  func value(at x: Double) -> Lanes {
    let y = x * x
    return ((c0 + c1 * x) + (c2 + c3 * x) * y) + ((c4 + c5 * x) + c6 * y) * (y * y)
  }

  /// The sum of this one and of `other` times `factor`.
  func adding(_ other: FittedPolynomial, times factor: Double) -> FittedPolynomial {
    FittedPolynomial(
      c0 + other.c0 * factor, c1 + other.c1 * factor, c2 + other.c2 * factor, c3 + other.c3 * factor,
      c4 + other.c4 * factor, c5 + other.c5 * factor, c6 + other.c6 * factor)
  }
}
