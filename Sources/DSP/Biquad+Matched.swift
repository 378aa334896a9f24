extension Biquad {
  /// The section that is the quotient of two factors.
  ///
  /// With T = tan(w₀/2) and L = second + first·T + T² for each factor, marked n and d, the substitution of
  /// s = (z - 1)/(z + 1)/T gives an integrator gain of T/√second_d, and
  /// ```
  /// frequency = 2T·√second_d/L_d     damping = 2T(first_d + T)/L_d     leak = 2T²/L_d
  /// direct    = L_n/L_d              lowGain = 1 - direct = (second_d - second_n + (first_d - first_n)T)/L_d
  /// bandGain  = (first_n·second_d - second_n·first_d + (second_d - second_n)T)/(√second_d·L_d)
  /// ```
  /// The first three are sums and products of positive numbers: their relative error is a few units in the last place at
  /// any cutoff, and the poles are inside the unit circle. Equal factors give the identity exactly, and the gain at 0 Hz
  /// is 1.
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
      frequency: twice * root,
      damping: twice * (first[1] + tangent),
      leak: twice * tangent,
      direct: sums[0] / sums[1],
      bandGain: (first[0] * second[1] - second[0] * first[1] + excess.0 * tangent) * both,
      lowGain: (excess.0 + excess.1 * tangent) * inverse)
  }
}
