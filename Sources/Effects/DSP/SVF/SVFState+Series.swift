extension SVFState<SIMD4<Double>> {
  /// Processes a frame of each of four sections in series.
  ///
  /// - Parameters:
  ///   - input: of the first section.
  ///   - outputs: former outputs of all sections, of which the first three are the inputs of the others.
  @inline(__always)
  mutating func nextInSeries(
    _ input: Double, _ outputs: SIMD4<Double>, _ c: borrowing SeriesCoefficients
  ) -> SIMD4<Double> {
    let x = SIMD4(input, outputs[0], outputs[1], outputs[2])
    let difference = x - low
    let output = (c.bandGain * band).adding(c.lowGain, times: low).adding(c.inputGain, times: x)
    low = low.adding(c.frequency, times: band).adding(c.leak, times: difference)
    band = (c.bandDecay * band).adding(c.frequency, times: difference)
    return output
  }

  /// Restores the states of `other` in the lanes in which `value` is above 0.
  @inline(__always)
  mutating func keep(_ other: Self, above value: SIMD4<Double>) {
    band = band.replaced(by: other.band, where: value, isAbove: .zero)
    low = low.replaced(by: other.low, where: value, isAbove: .zero)
  }

  mutating func set(_ lane: Int, _ state: SVFState<Double>) { (band[lane], low[lane]) = (state.band, state.low) }

  func lane(_ lane: Int) -> SVFState<Double> { SVFState<Double>(band: band[lane], low: low[lane]) }

  /// Sets states to zero that are silence.
  mutating func flush() { (band, low) = (band.flushed, low.flushed) }
}
