/// A cutoff, prepared for the sections that share it.
public struct LowpassCorner {
  let point: MatchedPoint
  /// e₁ and e₂/square, over the spread, and what is to be added to each times 1/(1 + 0.25q²).
  let poles: SIMD4<Double>
}
