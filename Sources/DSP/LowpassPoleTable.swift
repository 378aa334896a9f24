/// The fitted functions of the lowpass's poles at one rate: polynomials in the square of the frequency.
///
/// Lanes are e₁ and e₂/square, over the spread, and what is to be added to each times 1/(1 + q²/4).
struct LowpassPoleTable {
  let poles: FittedPolynomial<SIMD4<Double>>

  /// - Parameter offset: that of the band.
  init(offset: Double) { poles = Self.poles(offset) }
}
