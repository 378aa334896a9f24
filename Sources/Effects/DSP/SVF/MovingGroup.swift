/// Up to four sections in series, in two channels, each with a smoother of its own.
///
/// The coefficients are those of each section alone: a section that is some frames behind gets its new ones in a later step.
struct MovingGroup {
  private var series = SectionSeries()
  private(set) var count = 0

  /// Adds a section behind the others.
  mutating func append(_ states: (SVFState<Double>, SVFState<Double>)) {
    series.setStates(count, states)
    count += 1
  }

  /// The states of a section.
  func states(_ index: Int) -> (SVFState<Double>, SVFState<Double>) { series.states(index) }

  /// Filters `frames` frames in place.
  ///
  /// - Parameter advance: returns the next line of the coefficients of a section, for a number of frames at most.
  @inline(__always)
  mutating func process(
    _ samples: Outputs<Double>, frames: Int, _ advance: (_ index: Int, _ frames: Int) -> Smoother.Segment
  ) {
    var run = series.run(samples, frames: frames)
    // The steps in which each section needs new coefficients.
    var (first, second, third, fourth) = (0, SectionSeries.lag, 2 * SectionSeries.lag, 3 * SectionSeries.lag)
    var step = 0
    while step < run.steps {
      if first == step { first = begin(0, at: step, &run, frames, advance) }
      if second == step { second = begin(1, at: step, &run, frames, advance) }
      if third == step { third = begin(2, at: step, &run, frames, advance) }
      if fourth == step { fourth = begin(3, at: step, &run, frames, advance) }
      let end = min(min(min(first, second), min(third, fourth)), run.steps)
      run.advance(step, end)
      step = end
    }
    series.finish(run)
    series.flush()
  }

  /// Sets the coefficients of a lane. Returns the step in which it needs new ones.
  @inline(__always)
  private func begin(
    _ lane: Int, at step: Int, _ run: inout SeriesRun, _ frames: Int, _ advance: (Int, Int) -> Smoother.Segment
  ) -> Int {
    let remaining = frames &- (step &- SectionSeries.lag &* lane)
    guard remaining > 0 else { return .max }
    guard lane < count else {
      run.set(lane, SVFCoefficients.identity.vector, .zero)
      return .max
    }
    let segment = advance(lane, remaining)
    run.set(lane, segment.start, segment.slope)
    return step &+ segment.frames
  }
}
