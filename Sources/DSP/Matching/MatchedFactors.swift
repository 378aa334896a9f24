/// The factors of a section, numerator and denominator in this order: second·s² + first·s + 1, in the variable
/// s = (z - 1)/(z + 1)/tan(w₀/2), which on the unit circle is i·tan(w/2)/tan(w₀/2).
///
/// There the magnitude squared is a quadratic in u = tan²(w/2)/tan²(w₀/2), so a factor can be found from the wanted
/// magnitude alone:
/// ```
/// |F|² = (1 - u)² + u(excess + curve·u)
///      = 1 + (first² - 2·second)u + second²·u²
/// second² = 1 + curve
/// first²  = excess + 2(second - 1)
/// ```
/// Where `second` is near 1 the difference is small beside `excess`, which is not near 0; and as both coefficients are
/// positive both roots lie in the left half plane, which is the inside of the unit circle. Where `excess` and `curve` are 0
/// the roots are on the circle, at w₀ exactly.
struct MatchedFactors {
  let second: SIMD2<Double>
  let first: SIMD2<Double>

  @inline(__always)
  init(second: SIMD2<Double>, first: SIMD2<Double>) {
    self.second = second
    self.first = first
  }

  /// - Parameters:
  ///   - excess: what the magnitude squared has over (1 - u)², as a multiple of u, as u goes to 0. Above 0.
  ///   - curve: the slope of that multiple against u. Above -1, and above -excess/2.
  @inline(__always)
  init(excess: SIMD2<Double>, curve: SIMD2<Double>) {
    second = (1 + curve).squareRoots
    first = (excess + 2 * (second - 1)).squareRoots
  }
}
