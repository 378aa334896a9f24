/// A number that moves smoothly to its target, one frame at a time.
struct SmoothedValue {
  private var smoother: Smoother
  private var value = 0.0
  private var slope = 0.0
  private var framesLeft = 0
  /// The value at the start of the present line: it does not depend on the lengths of the blocks.
  private(set) var lineStart: Double

  /// - Parameter rate: sample rate in hertz.
  init(_ value: Double, rate: Double) {
    smoother = Smoother(rate: rate)
    lineStart = value
    smoother.setTarget(SIMD8(value, 0, 0, 0, 0, 0, 0, 0), immediately: true)
  }

  var target: Double { smoother.target[0] }

  mutating func setTarget(_ target: Double, immediately: Bool) {
    guard immediately || target != self.target else { return }
    smoother.setTarget(SIMD8(target, 0, 0, 0, 0, 0, 0, 0), immediately: immediately)
    if immediately { (lineStart, framesLeft) = (target, 0) }
  }

  /// Begins the next line if one has ended.
  ///
  /// - Returns: the number of frames until the next line begins.
  mutating func prepare() -> Int {
    if framesLeft > 0 { return framesLeft }
    lineStart = target
    guard !smoother.isSteady else { return .max }
    let line = smoother.advance(Smoother.maximumSegment)
    (value, slope, framesLeft, lineStart) = (line.start[0], line.slope[0], line.frames, line.start[0])
    return framesLeft
  }

  /// Returns the present value and advances by a frame. `prepare` must have stated that the line has one.
  @inline(__always)
  mutating func next() -> Double {
    guard framesLeft > 0 else {
      smoother.skip(1)
      return lineStart
    }
    framesLeft -= 1
    let present = value
    value += slope
    return present
  }
}
