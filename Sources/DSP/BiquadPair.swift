/// A `Biquad` that moves in a straight line, in two channels at once: a lane each.
struct BiquadPair {
  private var band: SIMD2<Double>
  private var low: SIMD2<Double>
  private var lanes: BiquadLanes<SIMD2<Double>>
  private let slope: Biquad

  @inline(__always)
  init(_ line: BiquadLine, _ states: (BiquadState, BiquadState)) {
    band = SIMD2(states.0.band, states.1.band)
    low = SIMD2(states.0.low, states.1.low)
    lanes = BiquadLanes(line, frames: .zero)
    slope = line.slope
  }

  var states: (BiquadState, BiquadState) {
    @inline(__always) get { (BiquadState(band: band[0], low: low[0]), BiquadState(band: band[1], low: low[1])) }
  }

  /// One frame. In this order each state waits for two operations, as in `BiquadState`.
  @inline(__always)
  mutating func next(_ input: SIMD2<Double>) -> SIMD2<Double> {
    let output = fused(fused(lanes.direct * input, lanes.lowGain, low), lanes.bandGain, band)
    let (rise, fall) = (lanes.frequency * band, lanes.frequency * low)
    low = fused(lanes.leak * input, lanes.keptLow, low) + rise
    band = fused(lanes.frequency * input, lanes.keptBand, band) - fall
    lanes.advance(by: slope)
    return output
  }
}
