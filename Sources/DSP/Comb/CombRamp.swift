/// The settings of a comb in four frames in a row, or how much they change.
///
/// Whole vectors, not parts of them, are stored and loaded again: a processor waits for stores to be done before it
/// loads what several of them have written.
struct CombLanes {
  var delay: SIMD4<Double>
  var openness: SIMD4<Double>
  var levels: CombLevels

  /// `start` + `slope` times each of `frames`, both of them `CombSettings.vector`s.
  @inline(__always)
  init(_ start: SIMD8<Double>, slope: SIMD8<Double>, frames: SIMD4<Double>) {
    delay = fused(SIMD4(repeating: start[0]), SIMD4(repeating: slope[0]), frames)
    openness = fused(SIMD4(repeating: start[2]), SIMD4(repeating: slope[2]), frames)
    levels = CombLevels(
      feedback: fused(SIMD4(repeating: start[1]), SIMD4(repeating: slope[1]), frames),
      direct: fused(SIMD4(repeating: start[3]), SIMD4(repeating: slope[3]), frames),
      echo: fused(SIMD4(repeating: start[4]), SIMD4(repeating: slope[4]), frames))
  }

  /// Goes on in time by `step`, times `share`.
  @inline(__always)
  mutating func advance(by step: CombLanes, times share: Double) {
    delay += step.delay * share
    openness += step.openness * share
    levels.advance(by: step.levels, times: share)
  }
}
