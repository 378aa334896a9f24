/// What a design needs to know of a frequency w₀, in radians a frame.
struct MatchedPoint {
  /// tan(w₀/2).
  let tangent: Double
  /// (w₀/sin w₀)²: by how much more the square of tan(w/2) changes at w₀ than that of w, in proportion.
  let spread: Double
  /// (w₀/π)², with w₀ limited to the edge of the band: the argument of the fitted polynomials.
  let square: Double
}
