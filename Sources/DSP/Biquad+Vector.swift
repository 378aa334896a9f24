extension Biquad {
  /// The parameters as lanes, in the order of their declaration; the last three lanes are zero.
  @inline(__always)
  var vector: SIMD8<Double> {
    SIMD8(frequency, damping, direct, bandGain, lowGain, 0, 0, 0)
  }

  @inline(__always)
  init(_ vector: SIMD8<Double>) {
    self.init(
      frequency: vector[0], damping: vector[1], direct: vector[2], bandGain: vector[3], lowGain: vector[4])
  }

  /// The identity: output equals input. Poles as in `self`, so that it can be glided to.
  @inline(__always)
  public var bypassed: Biquad {
    Biquad(frequency: frequency, damping: damping, direct: 1, bandGain: 0, lowGain: 0)
  }

  /// The same filter with its output multiplied by `gain`.
  @inline(__always)
  public func scaled(by gain: Double) -> Biquad {
    Biquad(
      frequency: frequency, damping: damping, direct: direct * gain, bandGain: bandGain * gain,
      lowGain: lowGain * gain)
  }

  /// The same filter with its damping limited to where the poles cannot leave the unit circle through -1. The bound is
  /// curved, so on the straight way between two stable filters one may lie beyond it.
  @inline(__always)
  var stabilised: Biquad {
    var limited = self
    let bound = 2 + 0.5 * frequency * frequency
    if limited.damping > bound { limited.damping = bound }
    return limited
  }
}
