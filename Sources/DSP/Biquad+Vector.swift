extension Biquad {
  /// The parameters as lanes, in the order of their declaration; the last two lanes are zero.
  @inline(__always)
  var vector: SIMD8<Double> {
    SIMD8(frequency, damping, leak, direct, bandGain, lowGain, 0, 0)
  }

  @inline(__always)
  init(_ vector: SIMD8<Double>) {
    self.init(
      frequency: vector[0], damping: vector[1], leak: vector[2], direct: vector[3], bandGain: vector[4],
      lowGain: vector[5])
  }

  /// The identity: output equals input. Poles as in `self`, so that it can be glided to.
  @inline(__always)
  public var bypassed: Biquad {
    Biquad(frequency: frequency, damping: damping, leak: leak, direct: 1, bandGain: 0, lowGain: 0)
  }

  /// The same filter with its output multiplied by `gain`.
  @inline(__always)
  public func scaled(by gain: Double) -> Biquad {
    Biquad(
      frequency: frequency, damping: damping, leak: leak, direct: direct * gain, bandGain: bandGain * gain,
      lowGain: lowGain * gain)
  }
}
