/// Up to four sections in series, in two channels, each with its own smoother.
///
/// The coefficients are those of each section alone: a section that is some frames behind gets its new ones in a later step.
struct MovingGroup {
  private var series = SectionSeries()
  private var smoothers: InlineArray<4, Smoother>
  private(set) var count = 0

  /// - Parameter smoother: one of those that will be added.
  init(_ smoother: borrowing Smoother) { smoothers = InlineArray(repeating: copy smoother) }

  /// Adds a section behind the others.
  @inline(never)
  mutating func append(_ smoother: Smoother, _ states: (SVFState<Double>, SVFState<Double>)) {
    smoothers[count] = smoother
    series.setStates(count, states)
    count += 1
  }

  /// The states and the smoother of a section.
  @inline(never)
  func resume(_ index: Int) -> (states: (SVFState<Double>, SVFState<Double>), smoother: Smoother) {
    (series.states(index), smoothers[index])
  }

  /// Filters `frames` frames in place.
  @inline(never)
  mutating func process(_ samples: Outputs<Double>, frames: Int) {
    var run = series.run(samples, frames: frames)
    // The steps in which each section needs new coefficients.
    var (first, second, third, fourth) = (0, SectionSeries.lag, 2 * SectionSeries.lag, 3 * SectionSeries.lag)
    var step = 0
    while step < run.steps {
      if first == step { first = begin(0, at: step, &run, frames) }
      if second == step { second = begin(1, at: step, &run, frames) }
      if third == step { third = begin(2, at: step, &run, frames) }
      if fourth == step { fourth = begin(3, at: step, &run, frames) }
      let end = min(min(min(first, second), min(third, fourth)), run.steps)
      run.advance(step, end)
      step = end
    }
    series.finish(run)
    series.flush()
  }

  /// Sets the coefficients of a lane. Returns the step in which it needs new ones.
  @inline(__always)
  private mutating func begin(_ lane: Int, at step: Int, _ run: inout SeriesRun, _ frames: Int) -> Int {
    let remaining = frames &- (step &- SectionSeries.lag &* lane)
    guard remaining > 0 else { return .max }
    guard lane < count else {
      run.set(lane, SVFCoefficients.identity.vector, .zero)
      return .max
    }
    if smoothers[lane].isSteady {
      run.set(lane, smoothers[lane].target, .zero)
      smoothers[lane].skip(remaining)
      return .max
    }
    let segment = smoothers[lane].advance(remaining)
    run.set(lane, segment.start, segment.slope)
    return step &+ segment.frames
  }
}
