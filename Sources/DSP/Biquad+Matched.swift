extension Biquad {
  /// The section that is the quotient of two factors.
  ///
  /// With T = tan(w₀/2) and L = second + first·T + T² for each factor, marked n and d, the substitution of
  /// s = (z - 1)/(z + 1)/T gives
  /// ```
  /// frequency = 2T/√L_d          damping = (2·first_d·T + 4T²)/L_d
  /// direct    = L_n/L_d          lowGain = 1 - direct = (second_d - second_n + (first_d - first_n)T)/L_d
  /// bandGain  = (first_n - first_d·direct + 2T·lowGain)/√L_d
  /// ```
  /// `frequency` and `damping` are sums and products of positive numbers: their relative error is a few units in the
  /// last place at any cutoff. The poles are inside the unit circle for positive coefficients, because
  /// damping - frequency² = 2·first_d·T/L_d > 0 and 4 + frequency² - 2·damping = 4·second_d/L_d > 0. Equal factors give
  /// the identity exactly, and the gain at 0 Hz is 1.
  ///
  /// - Parameter tangent: T, above 0.
  @inline(__always)
  init(_ factors: MatchedFactors, tangent: Double) {
    let sums = factors.second + tangent * (factors.first + tangent)
    let inverseRoot = 1 / squareRoot(sums[1])
    let inverse = inverseRoot * inverseRoot
    let direct = sums[0] / sums[1]
    let (first, second) = (factors.first, factors.second)
    let lowGain = ((second[1] - second[0]) + (first[1] - first[0]) * tangent) * inverse
    self.init(
      frequency: 2 * tangent * inverseRoot,
      damping: 2 * tangent * (first[1] + 2 * tangent) * inverse,
      direct: direct,
      bandGain: (first[0] - first[1] * direct + 2 * tangent * lowGain) * inverseRoot,
      lowGain: lowGain)
  }
}
