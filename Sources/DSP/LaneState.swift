/// The memory of four `Biquad`s at once, a lane each.
struct LaneState {
  private(set) var band: SIMD4<Double>
  private(set) var low: SIMD4<Double>

  @inline(__always)
  init(band: SIMD4<Double>, low: SIMD4<Double>) {
    self.band = band
    self.low = low
  }

  /// One frame.
  @inline(__always)
  mutating func next(_ input: SIMD4<Double>, _ lanes: BiquadLanes) -> SIMD4<Double> {
    let output = fused(fused(lanes.direct * input, lanes.lowGain, low), lanes.bandGain, band)
    let rest = input - low
    low = fused(fused(low, lanes.leak, rest), lanes.frequency, band)
    band = fused(lanes.kept * band, lanes.frequency, rest)
    return output
  }

  /// One frame without input.
  @inline(__always)
  mutating func next(_ lanes: BiquadLanes) -> SIMD4<Double> {
    let output = fused(lanes.lowGain * low, lanes.bandGain, band)
    let rest = 0 - low
    low = fused(fused(low, lanes.leak, rest), lanes.frequency, band)
    band = fused(lanes.kept * band, lanes.frequency, rest)
    return output
  }
}
