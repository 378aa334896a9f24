/// Up to four bands in series, in two channels, of which nothing but the level of the input moves the coefficients. Each has one section.
///
/// The lanes are the bands, in their order. Bands that are not in the group leave the sound unchanged.
struct DynamicGroup {
  private var series = SectionSeries()
  private var lines: GainLines

  /// - Parameter stride: frames between two points of the grid of the gains.
  init(stride: Int) { lines = GainLines(stride: stride) }

  /// The lane of a band.
  @inline(__always) private static func lane(_ band: Int) -> Int { band % SectionSeries.capacity }

  /// The number of frames by which the gain of a band is late. It does not depend on the other bands.
  @inline(__always)
  static func delay(_ band: Int) -> Int { SectionSeries.delay(lane(band)) }

  /// Whether a band has begun a line that the group begins in one of the next steps.
  ///
  /// - Parameter phase: frames since the last point of the grid.
  private static func isAhead(_ band: Int, _ phase: Int) -> Bool { delay(band) < phase && phase <= SectionSeries.delay }

  /// Removes all bands.
  ///
  /// - Parameter first: the band with the first lane.
  mutating func clear(_ first: Int) {
    series = SectionSeries()
    lines = GainLines(stride: lines.stride, first: first)
  }

  /// Adds a band.
  ///
  /// - Parameters:
  ///   - curve: what the positions add to the coefficients.
  ///   - phase: frames since the last point of the grid.
  @inline(never)
  mutating func append(
    _ band: Int, _ base: SVFCoefficients, _ curve: borrowing GainCurve, _ motion: GainMotion,
    _ states: (SVFState<Double>, SVFState<Double>), phase: Int
  ) {
    lines.set(Self.lane(band), base, curve, motion, isAhead: Self.isAhead(band, phase))
    series.setStates(Self.lane(band), states)
  }

  /// The states and the line of the coefficients of a band.
  ///
  /// - Parameters:
  ///   - position: that of the gain of the band.
  ///   - phase: frames since the last point of the grid.
  @inline(never)
  func resume(
    _ band: Int, position: Double, phase: Int
  ) -> (states: (SVFState<Double>, SVFState<Double>), motion: GainMotion) {
    let lane = Self.lane(band)
    return (series.states(lane), lines.motion(lane, isAhead: Self.isAhead(band, phase) ? position : nil))
  }

  /// Filters `frames` frames in place.
  @inline(never)
  mutating func process(_ samples: Outputs<Double>, frames: Int, _ positions: BandPositions) {
    let stride = lines.stride
    var run = series.run(samples, frames: frames)
    var (step, place) = (0, GridPlace(positions.phase, delay: SectionSeries.delay, stride: stride))
    var line = lines.line
    run.set(line.coefficients(place.phase), line.slopes)
    while step < run.steps {
      if step == frames { line = lines.line }
      if place.phase == 0 {
        lines.begin(positions.points[place.point])
        run.set(lines.line.start, lines.line.slopes)
        place.point &+= 1
      }
      let end = min(step &+ stride &- place.phase, step < frames ? frames : run.steps)
      run.advance(step, end)
      place.phase = (place.phase &+ end &- step) & (stride &- 1)
      step = end
    }
    // The next call begins with the step after the last frame.
    lines.line = line
    series.finish(run)
    series.flush()
  }
}

/// A place in the grid of the gains, for movements that are late by a number of frames.
struct GridPlace {
  /// Frames since the last point.
  var phase: Int
  /// The index of the next point in `BandPositions.points`.
  var point: Int

  /// - Parameters:
  ///   - phase: frames from the last point to the first frame.
  ///   - delay: at most `stride` - 1 frames.
  ///   - stride: frames between two points, a power of two.
  @inline(__always)
  init(_ phase: Int, delay: Int, stride: Int) {
    self.phase = (phase &- delay) & (stride &- 1)
    point = phase > 0 && phase <= delay ? 0 : 1
  }
}

/// A straight line of the coefficients of four sections.
private struct SeriesLine {
  var start = SeriesCoefficients.identity
  var end = SeriesCoefficients.identity
  /// The changes per frame.
  var slopes = SeriesCoefficients.zero
  /// The positions of the gains at the end.
  var positions = SIMD4<Double>(repeating: -1)

  /// The coefficients `phase` frames after the start.
  @inline(__always)
  func coefficients(_ phase: Int) -> SeriesCoefficients { start.adding(slopes, times: SIMD4(repeating: Double(phase))) }
}

/// The coefficients of four dynamic sections: straight lines between the points of a grid.
private struct GainLines {
  let stride: Int
  private let first: Int
  private var base = SeriesCoefficients.identity
  private var terms = InlineArray<5, SeriesCoefficients>(repeating: .zero)
  var line = SeriesLine()

  /// - Parameter first: the band of the first lane, 0 or 4.
  init(stride: Int, first: Int = 0) { (self.stride, self.first) = (stride, first) }

  mutating func set(
    _ lane: Int, _ section: SVFCoefficients, _ curve: borrowing GainCurve, _ motion: GainMotion, isAhead: Bool
  ) {
    base.set(lane, section.vector, unit: 1)
    for term in 0..<GainCurve.degree { terms[term].set(lane, curve.coefficients[term], unit: 0) }
    line.start.set(lane, section.vector + motion.start, unit: 1)
    line.end.set(lane, section.vector + (isAhead ? motion.start : motion.end), unit: 1)
    setSlopes()
  }

  /// - Parameter position: the position at the end of the line that the band has begun, if the group has not.
  func motion(_ lane: Int, isAhead position: Double?) -> GainMotion {
    var motion = GainMotion(stride: stride)
    let base = base.vector(lane, unit: 1)
    motion.start = line.start.vector(lane, unit: 1) - base
    motion.end = line.end.vector(lane, unit: 1) - base
    if let position {
      let next = coefficients(at: SIMD4(repeating: position)).vector(lane, unit: 1)
      (motion.start, motion.end) = (motion.end, next - base)
    }
    return motion
  }

  /// Begins the line to the coefficients at new positions.
  @inline(__always)
  mutating func begin(_ all: SIMD8<Double>) {
    let new = first == 0 ? all.lowHalf : all.highHalf
    line.start = line.end
    if new != line.positions { line.end = coefficients(at: new) }
    line.positions = new
    setSlopes()
  }

  @inline(__always)
  private mutating func setSlopes() {
    let factor = SIMD4(repeating: 1 / Double(stride))
    line.slopes = line.end.combined(line.start) { ($0 - $1) * factor }
  }

  /// `GainCurve.change(at:)` plus the base.
  @inline(__always)
  private func coefficients(at position: SIMD4<Double>) -> SeriesCoefficients {
    let p = GainCurve.positions
    var sum = terms[4]
    sum = terms[3].adding(sum, times: position - p[4])
    sum = terms[2].adding(sum, times: position - p[3])
    sum = terms[1].adding(sum, times: position - p[2])
    sum = terms[0].adding(sum, times: position - p[1])
    return base.adding(sum, times: position)
  }
}
