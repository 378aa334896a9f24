/// The factors of a comb in four frames in a row, as `CombSettings` has them.
struct CombLevels {
  var feedback: SIMD4<Double>
  var direct: SIMD4<Double>
  var echo: SIMD4<Double>
}

extension CombLevels {
  /// Those of settings that stand still.
  @inline(__always)
  init(_ settings: CombSettings) {
    feedback = SIMD4(repeating: settings.feedback)
    direct = SIMD4(repeating: settings.direct)
    echo = SIMD4(repeating: settings.echo)
  }

  /// Goes on in time by `step`, times `share`.
  @inline(__always)
  mutating func advance(by step: CombLevels, times share: Double) {
    feedback += step.feedback * share
    direct += step.direct * share
    echo += step.echo * share
  }
}
