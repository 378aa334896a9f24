/// A `Biquad` that moves in a straight line, in two channels at once: a lane each.
struct BiquadPair {
  private var band: SIMD2<Double>
  private var low: SIMD2<Double>
  private var frequency: SIMD2<Double>
  private var keptBand: SIMD2<Double>
  private var keptLow: SIMD2<Double>
  private var leak: SIMD2<Double>
  private var direct: SIMD2<Double>
  private var bandGain: SIMD2<Double>
  private var lowGain: SIMD2<Double>

  @inline(__always)
  init(_ start: Biquad, _ states: (BiquadState, BiquadState)) {
    band = SIMD2(states.0.band, states.1.band)
    low = SIMD2(states.0.low, states.1.low)
    frequency = SIMD2(repeating: start.frequency)
    keptBand = SIMD2(repeating: 1 - start.damping)
    keptLow = SIMD2(repeating: 1 - start.leak)
    leak = SIMD2(repeating: start.leak)
    direct = SIMD2(repeating: start.direct)
    bandGain = SIMD2(repeating: start.bandGain)
    lowGain = SIMD2(repeating: start.lowGain)
  }

  var states: (BiquadState, BiquadState) {
    @inline(__always) get { (BiquadState(band: band[0], low: low[0]), BiquadState(band: band[1], low: low[1])) }
  }

  /// One frame, and on by `slope`.
  @inline(__always)
  mutating func next(_ input: SIMD2<Double>, slope: Biquad) -> SIMD2<Double> {
    let output = fused(fused(direct * input, lowGain, low), bandGain, band)
    let (rise, fall) = (frequency * band, frequency * low)
    low = fused(leak * input, keptLow, low) + rise
    band = fused(frequency * input, keptBand, band) - fall
    frequency += SIMD2(repeating: slope.frequency)
    keptBand += SIMD2(repeating: -slope.damping)
    keptLow += SIMD2(repeating: -slope.leak)
    leak += SIMD2(repeating: slope.leak)
    direct += SIMD2(repeating: slope.direct)
    bandGain += SIMD2(repeating: slope.bandGain)
    lowGain += SIMD2(repeating: slope.lowGain)
    return output
  }
}
