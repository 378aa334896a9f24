/// The numerator and the denominator of a section, in this order, as factors second·s² + first·s + 1.
///
/// The variable is s = (z - 1)/(z + 1)/tan(w₀/2), which is i·tan(w/2)/tan(w₀/2) on the unit circle. There the squared
/// magnitude is a quadratic in u = tan²(w/2)/tan²(w₀/2). The required magnitude alone therefore determines a factor:
/// ```
/// |F|² = (1 - u)² + u(excess + curve·u)
///      = 1 + (first² - 2·second)u + second²·u²
/// second² = 1 + curve
/// first²  = excess + 2(second - 1)
/// ```
/// If `second` is near 1, the difference is small compared to `excess`, so nothing cancels. Both coefficients are positive,
/// so both roots are inside the unit circle. If `excess` and `curve` are 0, the roots are on the circle, exactly at w₀.
struct MatchedFactors {
  let second, first: SIMD2<Double>
}

extension MatchedFactors {
  /// - Parameters:
  ///   - excess: ((squared magnitude) - (1 - u)²)/u for u → 0. Above 0.
  ///   - curve: the slope of this quotient over u. Above -1, and above -excess/2.
  @inline(__always)
  init(excess: SIMD2<Double>, curve: SIMD2<Double>) {
    let second = (1 + curve).squareRoots
    self.init(second: second, first: (excess + 2 * (second - 1)).squareRoots)
  }
}

extension SVFCoefficients {
  /// The section whose transfer function is the quotient of two factors.
  ///
  /// With T = tan(w₀/2), L = second + first·T + T² for each factor, and the indices n and d for numerator and denominator,
  /// the bilinear transform gives an integrator gain of T/√second_d and
  /// ```
  /// frequency = 2T·√second_d/L_d     damping = 2T(first_d + T)/L_d     leak = 2T²/L_d
  /// inputGain = L_n/L_d
  /// lowGain   = 1 - inputGain = (second_d - second_n + (first_d - first_n)T)/L_d
  /// bandGain  = (first_n·second_d - second_n·first_d + (second_d - second_n)T)/(√second_d·L_d)
  /// ```
  /// The first three are sums and products of positive numbers. Their relative error is a few units in the last place at
  /// any frequency, and the poles are inside the unit circle. Equal factors give the exact identity. The gain at 0 Hz is 1.
  ///
  /// - Parameter tangent: T, above 0.
  @inline(__always)
  init(_ factors: MatchedFactors, tangent: Double) {
    let (first, second) = (factors.first, factors.second)
    let sums = second + tangent * (first + tangent)
    let root = second.squareRoots[1]
    let both = 1 / (root * sums[1])
    let inverse = root * both
    let twice = 2 * tangent * inverse
    let excess = (second[1] - second[0], first[1] - first[0])
    self.init(
      frequency: twice * root, damping: twice * (first[1] + tangent), leak: twice * tangent,
      inputGain: sums[0] / sums[1],
      bandGain: (first[0] * second[1] - second[0] * first[1] + excess.0 * tangent) * both,
      lowGain: (excess.0 + excess.1 * tangent) * inverse)
  }

  /// The section whose numerator is second·s² + first·s + constant.
  ///
  /// The formulas are those above. All are linear in the numerator: its terms have the factors
  /// ```
  /// inputGain·L_d          T²                 first: T         second: 1
  /// lowGain·L_d            second_d + first_d·T    first: -T        second: -1
  /// bandGain·√second_d·L_d second_d·T         first: second_d  second: -(first_d + T)
  /// ```
  /// - Parameter numerator: the constant, the coefficient of s and that of s².
  init(numerator: (Double, Double, Double), first: Double, second: Double, tangent: Double) {
    let sum = second + tangent * (first + tangent)
    let root = squareRoot(second)
    let both = 1 / (root * sum)
    let inverse = root * both
    let twice = 2 * tangent * inverse
    let (n0, n1, n2) = numerator
    self.init(
      frequency: twice * root, damping: twice * (first + tangent), leak: twice * tangent,
      inputGain: (n2 + tangent * (n1 + tangent * n0)) * inverse,
      bandGain: (n0 * second * tangent + n1 * second - n2 * (first + tangent)) * both,
      lowGain: (n0 * second - n2 + (n0 * first - n1) * tangent) * inverse)
  }
}
