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
  mutating func next(_ input: SIMD4<Double>, _ lanes: BiquadLanes<SIMD4<Double>>) -> SIMD4<Double> {
    let output = fused(fused(lanes.direct * input, lanes.lowGain, low), lanes.bandGain, band)
    advance(input - low, lanes)
    return output
  }

  /// One frame without input.
  @inline(__always)
  mutating func next(_ lanes: BiquadLanes<SIMD4<Double>>) -> SIMD4<Double> {
    let output = fused(lanes.lowGain * low, lanes.bandGain, band)
    advance(0 - low, lanes)
    return output
  }

  /// - Parameter rest: what the input has over `low`.
  @inline(__always)
  private mutating func advance(_ rest: SIMD4<Double>, _ lanes: BiquadLanes<SIMD4<Double>>) {
    low = fused(fused(low, lanes.leak, rest), lanes.frequency, band)
    band = fused(lanes.keptBand * band, lanes.frequency, rest)
  }
}
