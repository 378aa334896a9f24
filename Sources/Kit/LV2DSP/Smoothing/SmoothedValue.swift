/// A number that moves smoothly to its target within about 46 ms: so smoothly that a gain or a frequency that moves adds no audible
/// sidebands to a tone.
public struct SmoothedValue: Sendable {
  private var smoother: Smoother
  private var value = 0.0
  private var slope = 0.0
  private var framesLeft = 0
  /// The value at the start of the present line: it does not depend on the lengths of the blocks.
  package private(set) var lineStart: Double

  /// - Parameters:
  ///   - value: the first value and target.
  ///   - rate: the sample rate in hertz, 8000 and above.
  public init(_ value: Double, rate: Double) {
    smoother = Smoother(rate: rate)
    lineStart = value
    smoother.setTarget(SIMD8(value, 0, 0, 0, 0, 0, 0, 0), immediately: true)
  }

  /// The value at which the movement ends.
  public var target: Double { smoother.target[0] }

  /// - Parameter immediately: whether the value is at once the target, without a movement.
  public mutating func setTarget(_ target: Double, immediately: Bool) {
    guard immediately || target != self.target else { return }
    smoother.setTarget(SIMD8(target, 0, 0, 0, 0, 0, 0, 0), immediately: immediately)
    if immediately { (lineStart, framesLeft) = (target, 0) }
  }

  /// Returns the present value and advances by a frame.
  public mutating func next() -> Double {
    _ = prepare()
    return nextInLine()
  }

  /// Begins the next line if one has ended.
  ///
  /// - Returns: the number of frames until the next line begins.
  package mutating func prepare() -> Int {
    if framesLeft > 0 { return framesLeft }
    lineStart = target
    guard !smoother.isSteady else { return .max }
    let line = smoother.advance(Smoother.maximumSegment)
    (value, slope, framesLeft, lineStart) = (line.start[0], line.slope[0], line.frames, line.start[0])
    return framesLeft
  }

  /// Returns the present value and advances by a frame. `prepare` must have stated that the line has one.
  @inline(__always)
  package mutating func nextInLine() -> Double {
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
