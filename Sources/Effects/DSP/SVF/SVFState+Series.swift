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

  /// Copies the states of `other` in one lane.
  @inline(__always)
  mutating func copy(_ lane: Int, of other: Self) {
    let (lanes, number) = (SIMD4<Double>(0, 1, 2, 3), SIMD4(repeating: Double(lane)))
    band = other.band.replaced(by: band, where: lanes, differsFrom: number)
    low = other.low.replaced(by: low, where: lanes, differsFrom: number)
  }

  mutating func set(_ lane: Int, _ state: SVFState<Double>) { (band[lane], low[lane]) = (state.band, state.low) }

  func lane(_ lane: Int) -> SVFState<Double> { SVFState<Double>(band: band[lane], low: low[lane]) }

  /// Sets states to zero that are silence.
  mutating func flush() { (band, low) = (band.flushed, low.flushed) }
}
