/// Frames in which the loops and the gains of a tuned comb move in straight lines.
struct TunedSegment {
  /// Seconds in which all parameters except the delay move by 63 % to their targets, so that a jump of the note is no
  /// click.
  private static var time: Double { 0.004 }

  /// The vectors of the loops at the present frame, and their change per frame.
  private(set) var values: (SIMD8<Double>, SIMD8<Double>)
  private(set) var slopes = (SIMD8<Double>.zero, SIMD8<Double>.zero)
  private(set) var gains = TunedGains(dry: 1, wet: 0)
  private(set) var gainSlopes = TunedGains(dry: 0, wet: 0)
  private(set) var framesLeft = 0
  /// Frames since the grid of the settings and the pitch have moved.
  var elapsed = 0
  /// Whether the loops are steady after this segment.
  var isSettled = false
  /// The vectors at the end of the segment.
  private var ends: (SIMD8<Double>, SIMD8<Double>)
  private let lag: Double

  init(_ loop: TunedLoop, rate: Double) {
    values = (loop.vector, loop.vector)
    ends = values
    lag = Self.time * rate
  }

  /// The loops at the present frame.
  @inline(__always) var loops: (TunedLoop, TunedLoop) { (TunedLoop(values.0), TunedLoop(values.1)) }
  @inline(__always) var delays: (Double, Double) { (values.0[0], values.1[0]) }

  /// Continues with other loops at once.
  mutating func jump(to loops: (TunedLoop, TunedLoop)) {
    values = (loops.0.vector, loops.1.vector)
    (framesLeft, elapsed, isSettled) = (0, 0, true)
  }

  /// Continues with the delays of other loops at once.
  mutating func jumpDelay(to loops: (TunedLoop, TunedLoop)) {
    (values.0[0], values.1[0]) = (loops.0.delay, loops.1.delay)
  }

  /// Ends at the present frame.
  mutating func interrupt() { (framesLeft, isSettled) = (0, false) }

  /// Begins to move.
  ///
  /// - Parameters:
  ///   - loops: the loops at the end.
  ///   - settings: the settings at the start and at the end, for the gains.
  ///   - frames: the number of frames.
  ///   - isLast: whether `loops` are steady from the end on.
  mutating func begin(
    _ loops: (TunedLoop, TunedLoop), _ settings: (TunedCombValues, TunedCombValues), _ frames: Int, isLast: Bool
  ) {
    let targets = (loops.0.vector, loops.1.vector)
    let share = 1 - exponential(-Double(frames) / lag)
    ends = (Self.end(values.0, targets.0, share), Self.end(values.1, targets.1, share))
    let part = 1 / Double(frames)
    slopes = ((ends.0 - values.0) * part, (ends.1 - values.1) * part)
    gains = TunedGains(dry: settings.0.dry, wet: settings.0.wet)
    gainSlopes = TunedGains(
      dry: part * (settings.1.dry - settings.0.dry), wet: part * (settings.1.wet - settings.0.wet))
    framesLeft = frames
    isSettled = isLast && Self.areEqual(ends.0, targets.0) && Self.areEqual(ends.1, targets.1)
  }

  /// The end of a movement to a target: the delay arrives there, the others move a part of the way.
  private static func end(_ value: SIMD8<Double>, _ target: SIMD8<Double>, _ share: Double) -> SIMD8<Double> {
    var end = value + (target - value) * share
    end[0] = target[0]
    for lane in 1..<TunedLoop.count where abs(end[lane] - target[lane]) < 1e-9 { end[lane] = target[lane] }
    return end
  }

  private static func areEqual(_ a: SIMD8<Double>, _ b: SIMD8<Double>) -> Bool {
    for lane in 0..<TunedLoop.count where a[lane] != b[lane] { return false }
    return true
  }

  mutating func advance(_ frames: Int) {
    framesLeft -= frames
    elapsed += frames
    if framesLeft == 0 {
      values = ends
    } else {
      values = (values.0 + slopes.0 * Double(frames), values.1 + slopes.1 * Double(frames))
    }
    gains.dry += gainSlopes.dry * Double(frames)
    gains.wet += gainSlopes.wet * Double(frames)
  }
}
