/// The coefficients of four SVFs in the lanes of vectors.
struct SeriesCoefficients {
  /// 1 - damping is `bandDecay`; the other names are those of `SVFCoefficients`.
  var frequency, bandDecay, leak, inputGain, bandGain, lowGain: SIMD4<Double>

  /// - Parameter values: of `frequency`, `bandDecay` and so on, for each lane.
  @inline(__always)
  private init(_ values: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)) {
    (frequency, bandDecay, leak, inputGain, bandGain, lowGain) = values
  }

  /// Zero in all lanes.
  static var zero: SeriesCoefficients { SeriesCoefficients((.zero, .zero, .zero, .zero, .zero, .zero)) }

  /// Filters whose output equals their input.
  static var identity: SeriesCoefficients {
    var result = zero
    result.inputGain = SIMD4(repeating: 1)
    return result
  }

  /// The coefficients of each lane.
  ///
  /// - Parameters:
  ///   - a: an `SVFCoefficients.vector`, or a change of one, and so are the others.
  ///   - unit: 1 for coefficients and 0 for a change of them.
  @inline(__always)
  fileprivate init(_ a: SIMD8<Double>, _ b: SIMD8<Double>, _ c: SIMD8<Double>, _ d: SIMD8<Double>, unit: Double) {
    func row(_ index: Int) -> SIMD4<Double> { SIMD4(a[index], b[index], c[index], d[index]) }
    self.init((row(0), unit - row(1), row(2), row(3), row(4), row(5)))
  }

  /// Sets a lane.
  ///
  /// - Parameters:
  ///   - vector: an `SVFCoefficients.vector`, or a change of one.
  ///   - unit: 1 for coefficients and 0 for a change of them.
  mutating func set(_ lane: Int, _ vector: SIMD8<Double>, unit: Double) {
    frequency[lane] = vector[0]
    bandDecay[lane] = unit - vector[1]
    leak[lane] = vector[2]
    inputGain[lane] = vector[3]
    bandGain[lane] = vector[4]
    lowGain[lane] = vector[5]
  }

  /// The `SVFCoefficients.vector` of a lane.
  func vector(_ lane: Int, unit: Double) -> SIMD8<Double> {
    SIMD8(
      frequency[lane], unit - bandDecay[lane], leak[lane], inputGain[lane], bandGain[lane], lowGain[lane], 0, 0)
  }

  /// Applies an operation to each coefficient and the same one of `other`.
  @inline(__always)
  func combined(
    _ other: borrowing SeriesCoefficients, _ operation: (SIMD4<Double>, SIMD4<Double>) -> SIMD4<Double>
  ) -> SeriesCoefficients {
    SeriesCoefficients(
      (
        operation(frequency, other.frequency), operation(bandDecay, other.bandDecay), operation(leak, other.leak),
        operation(inputGain, other.inputGain), operation(bandGain, other.bandGain), operation(lowGain, other.lowGain)
      ))
  }

  /// This plus the product of `other` and a factor for each lane.
  @inline(__always)
  func adding(_ other: borrowing SeriesCoefficients, times factors: SIMD4<Double>) -> SeriesCoefficients {
    combined(other) { $0.adding($1, times: factors) }
  }
}

/// Four SVFs in series whose coefficients move in straight lines, in two channels.
///
/// The lanes are the sections. Each is two frames behind the one before it, so that all lanes compute at the same time, and few
/// operations wait for each other. All lanes have new coefficients in the same step: the movement of the first one is late by `delay`
/// frames, that of the second one by two frames less, and so on.
struct SectionSeries {
  static var capacity: Int { 4 }
  /// Frames by which a section is behind the one before it.
  static var lag: Int { 2 }
  /// Frames by which the last section is behind the first one.
  static var delay: Int { 6 }
  /// Frames by which the last section is behind another one.
  @inline(__always) static func delay(_ section: Int) -> Int { delay &- lag &* section }

  private var left = SVFState<SIMD4<Double>>()
  private var right = SVFState<SIMD4<Double>>()

  mutating func setStates(_ lane: Int, _ new: (SVFState<Double>, SVFState<Double>)) {
    left.set(lane, new.0)
    right.set(lane, new.1)
  }

  func states(_ lane: Int) -> (SVFState<Double>, SVFState<Double>) { (left.lane(lane), right.lane(lane)) }

  /// Sets states to zero that are silence.
  mutating func flush() {
    left.flush()
    right.flush()
  }

  /// Begins to filter samples in place.
  @inline(__always)
  func run(_ samples: Outputs<Double>, frames: Int) -> SeriesRun {
    SeriesRun(samples, frames: frames, left, right)
  }

  /// Ends a run.
  @inline(__always)
  mutating func finish(_ run: SeriesRun) { (left, right) = run.final }
}

/// The steps in which a `SectionSeries` filters samples: in step n the first section processes frame n, and the last one frame
/// n - `SectionSeries.delay`. What a section computes before its first frame and after its last one has no effect: its states are set
/// in the step of the first one, and kept in the step after the last one.
struct SeriesRun {
  private typealias Lanes = SIMD4<Double>

  private let samples: Outputs<Double>
  private let frames: Int
  private var left, right: SVFState<SIMD4<Double>>
  private let initial: (left: SVFState<SIMD4<Double>>, right: SVFState<SIMD4<Double>>)
  private var kept: (left: SVFState<SIMD4<Double>>, right: SVFState<SIMD4<Double>>)
  /// The outputs of the step before the last one, and of the last one, in both channels.
  private var former = (SIMD4<Double>.zero, SIMD4<Double>.zero)
  private var latter = (SIMD4<Double>.zero, SIMD4<Double>.zero)
  private var coefficients = SeriesCoefficients.zero
  private var slopes = SeriesCoefficients.zero

  @inline(__always)
  fileprivate init(
    _ samples: Outputs<Double>, frames: Int, _ left: SVFState<SIMD4<Double>>, _ right: SVFState<SIMD4<Double>>
  ) {
    (self.samples, self.frames, self.left, self.right) = (samples, frames, left, right)
    initial = (left, right)
    kept = initial
  }

  /// The states after all steps.
  @inline(__always)
  fileprivate var final: (SVFState<SIMD4<Double>>, SVFState<SIMD4<Double>>) {
    var result = kept
    result.left.copy(SectionSeries.capacity - 1, of: left)
    result.right.copy(SectionSeries.capacity - 1, of: right)
    return (result.left, result.right)
  }

  /// The number of steps.
  @inline(__always) var steps: Int { frames &+ SectionSeries.delay }

  /// Sets the coefficients of the next step, and their changes per step.
  @inline(__always)
  mutating func set(_ coefficients: SeriesCoefficients, _ slopes: SeriesCoefficients) {
    (self.coefficients, self.slopes) = (coefficients, slopes)
  }

  /// Sets the lines of all lanes from the next step on. Their values are `SVFCoefficients.vector`s.
  ///
  /// - Parameters:
  ///   - distances: the frames from the start of each line to the next step.
  ///   - stride: the length of a line in frames.
  @inline(__always)
  mutating func set(_ lines: InlineArray<4, Smoother.Line>, _ distances: SIMD4<Double>, stride: Int) {
    let start = SeriesCoefficients(lines[0].start, lines[1].start, lines[2].start, lines[3].start, unit: 1)
    let end = SeriesCoefficients(lines[0].end, lines[1].end, lines[2].end, lines[3].end, unit: 1)
    let perFrame = SIMD4(repeating: 1 / Double(stride))
    let slopes = end.combined(start) { ($0 - $1) * perFrame }
    set(start.adding(slopes, times: distances), slopes)
  }

  /// Performs the steps from `start` to `end` - 1.
  @inline(__always)
  mutating func advance(_ start: Int, _ end: Int) {
    var step = start
    if step < SectionSeries.delay {
      advanceAtEdge(step, min(end, SectionSeries.delay))
      step = min(end, SectionSeries.delay)
    }
    if step < min(end, frames) {
      advanceInside(step, min(end, frames))
      step = min(end, frames)
    }
    if step < end { advanceAtEdge(step, end) }
  }

  /// Performs steps in which all sections have frames.
  @inline(__always)
  private mutating func advanceInside(_ start: Int, _ end: Int) {
    var (left, right, former, latter, c) = (left, right, former, latter, coefficients)
    let slopes = slopes
    var step = start
    @inline(__always) func next(_ step: Int, _ outputs: inout (SIMD4<Double>, SIMD4<Double>)) {
      outputs.0 = left.nextInSeries(samples.0[step], outputs.0, c)
      outputs.1 = right.nextInSeries(samples.1[step], outputs.1, c)
      c = c.combined(slopes) { $0 + $1 }
      samples.0[step &- SectionSeries.delay] = outputs.0[3]
      samples.1[step &- SectionSeries.delay] = outputs.1[3]
    }
    while step &+ 2 <= end {
      next(step, &former)
      next(step &+ 1, &latter)
      step &+= 2
    }
    if step < end {
      next(step, &former)
      (former, latter) = (latter, former)
    }
    (self.left, self.right, self.former, self.latter, coefficients) = (left, right, former, latter, c)
  }

  /// Performs steps in which some sections have no frame.
  @inline(never)
  private mutating func advanceAtEdge(_ start: Int, _ end: Int) {
    var (left, right, former, latter, c) = (left, right, former, latter, coefficients)
    let slopes = slopes
    for step in start..<end {
      if step & 1 == 0 && step < SectionSeries.delay {
        left.copy(step / SectionSeries.lag, of: initial.left)
        right.copy(step / SectionSeries.lag, of: initial.right)
      }
      if step >= frames && (step &- frames) & 1 == 0 {
        kept.left.copy((step &- frames) / SectionSeries.lag, of: left)
        kept.right.copy((step &- frames) / SectionSeries.lag, of: right)
      }
      let input = step < frames ? (samples.0[step], samples.1[step]) : (0, 0)
      let outputs = (left.nextInSeries(input.0, former.0, c), right.nextInSeries(input.1, former.1, c))
      (former, latter) = (latter, outputs)
      c = c.combined(slopes) { $0 + $1 }
      if step >= SectionSeries.delay {
        samples.0[step &- SectionSeries.delay] = outputs.0[3]
        samples.1[step &- SectionSeries.delay] = outputs.1[3]
      }
    }
    if end == SectionSeries.delay {
      left.copy(SectionSeries.capacity - 1, of: initial.left)
      right.copy(SectionSeries.capacity - 1, of: initial.right)
    }
    (self.left, self.right, self.former, self.latter, coefficients) = (left, right, former, latter, c)
  }
}
