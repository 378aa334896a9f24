/// Up to four sections in series, in two channels, each with a smoother of its own.
///
/// The grid of each smoother is late by as many frames as the last section is behind its own. All lanes therefore begin their lines in
/// the same step.
struct MovingGroup {
  private var series = SectionSeries()
  private var isUsed = InlineArray<4, Bool>(repeating: false)

  /// Adds a section. A lane without one leaves the sound unchanged.
  mutating func set(_ lane: Int, _ states: (SVFState<Double>, SVFState<Double>)) {
    series.setStates(lane, states)
    isUsed[lane] = true
  }

  /// The states of a section.
  func states(_ lane: Int) -> (SVFState<Double>, SVFState<Double>) { series.states(lane) }

  /// Filters `frames` frames in place.
  ///
  /// - Parameters:
  ///   - phase: frames from a point of a grid without delay to the first frame.
  ///   - stride: frames between two points of the grid, a power of two.
  ///   - line: `Smoother.line(after:begins:)` of a lane.
  @inline(__always)
  mutating func process(
    _ samples: Outputs<Double>, frames: Int, phase: Int, stride: Int,
    _ line: (_ lane: Int, _ frames: Int, _ begins: Bool) -> Smoother.Line
  ) {
    var run = series.run(samples, frames: frames)
    let identity = SVFCoefficients.identity.vector
    var lines = InlineArray<4, Smoother.Line>(repeating: Smoother.Line(start: identity, end: identity, phase: 0))
    // The distance of the present step from the start of each line.
    var distances = SIMD4<Double>.zero
    // The frames by which each smoother has advanced.
    var places = InlineArray<4, Int>(repeating: 0)
    var (step, point) = (0, (SectionSeries.delay &- phase) & (stride &- 1))
    while true {
      let isEnd = step == run.steps
      for lane in 0..<SectionSeries.capacity where isUsed[lane] {
        let frame = step &- SectionSeries.lag &* lane
        let begins = step == point && !isEnd && frame >= 0 && frame < frames
        let passed = isEnd ? frames &- places[lane] : begins ? frame &- places[lane] : 0
        places[lane] &+= passed
        lines[lane] = line(lane, passed, begins)
        distances[lane] = Double(lines[lane].phase &+ frame &- places[lane])
      }
      if isEnd { break }
      run.set(lines, distances, stride: stride)
      if step == point { point &+= stride }
      let end = min(point, run.steps)
      run.advance(step, end)
      step = end
    }
    series.finish(run)
    series.flush()
  }
}
