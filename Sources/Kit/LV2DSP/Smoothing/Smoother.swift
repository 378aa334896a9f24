/// Moves values smoothly to their targets: five equal one-pole lowpasses in a row, evaluated on a grid of frames, with
/// linear interpolation between the points.
///
/// The grid starts at the last immediate target, not at the start of a block. The result therefore does not depend on
/// the block sizes. Above 200 Hz the five poles leave less than -70 dB of a step, in addition to the step's own decay.
package struct Smoother: Sendable {
  /// Points of the grid per second, within a factor of √2: every 32 frames at 48 kHz. With fewer points the corners
  /// between the segments become audible.
  package static var density: Double { 1500 }
  /// The maximum number of frames of a `Segment`.
  package static var maximumSegment: Int { 32 }
  /// Seconds until a step has settled to 1 %. A level that depends on several values, as a bell's does, may need longer.
  package static var settlingTime: Double { 0.0457 }
  /// `settlingTime` of slow movements.
  private static var slowSettlingTime: Double { 0.0536 }
  /// Time constants until the step response of five poles, 1 - e^-t (1 + t + t²/2 + t³/6 + t⁴/24), reaches 0.99.
  private static var onePercent: Double { 11.605 }
  /// Time constants after which the values become the target. The remainder is below 1e-9 of the step.
  private static var steadyAfter: Double { 32 }

  /// Frames between two points of the grid, a power of two.
  package let stride: Int
  private let perFrame: Double
  package private(set) var target: SIMD8<Double>
  /// The values at the last point of the grid, and at the next one, which is the output of the fifth pole.
  package private(set) var start: SIMD8<Double>
  private var end: SIMD8<Double>
  /// The outputs of the other poles.
  private var first, second, third, fourth: SIMD8<Double>
  /// Frames since the last point of the grid, below `stride`.
  package private(set) var phase = 0
  /// Points of the grid until the values are steady, and its value after a new target.
  private var remaining = 0
  private let settlingPoints: Int
  /// The coefficients of the poles, for normal and for slow movements, and the one in use.
  private let coefficients: (normal: Double, slow: Double)
  private var coefficient: Double

  /// - Parameter rate: sample rate in hertz.
  package init(rate: Double) {
    var stride = 1
    while Double(2 * stride) * Self.density < 1.4142135623730951 * rate { stride *= 2 }
    self.stride = stride
    perFrame = 1 / Double(stride)
    // Each pole reads the previous output of the pole before it, which delays the fifth by four points.
    let point = Double(stride) / rate
    let constants = point * Self.onePercent / (Self.settlingTime - 4 * point)
    let slowConstants = point * Self.onePercent / (Self.slowSettlingTime - 4 * point)
    coefficients = (1 - exponential(-constants), 1 - exponential(-slowConstants))
    coefficient = coefficients.normal
    settlingPoints = Int(Self.steadyAfter / slowConstants) + 5
    (target, start, end, first, second, third, fourth) = (.zero, .zero, .zero, .zero, .zero, .zero, .zero)
  }

  /// Whether the values equal the target until there is a new one.
  @inline(__always) package var isSteady: Bool { remaining == 0 }

  /// Sets new targets.
  ///
  /// - Parameters:
  ///   - values: the targets.
  ///   - immediately: true makes the values equal to the targets at once and starts the grid here. False moves them from
  ///     the next point of the grid on.
  ///   - slowly: whether the movement takes the slow settling time. A fast sweep of a peak over a tone is more audible.
  @inline(__always)
  package mutating func setTarget(_ values: SIMD8<Double>, immediately: Bool, slowly: Bool = false) {
    if immediately { return jump(to: values) }
    target = values
    coefficient = slowly ? coefficients.slow : coefficients.normal
    remaining = settlingPoints + 1
  }

  private mutating func jump(to values: SIMD8<Double>) {
    (target, start, end, first, second, third, fourth) = (values, values, values, values, values, values, values)
    phase = 0
    remaining = 0
  }

  /// Frames in which the values move in a straight line.
  package struct Segment {
    /// The values at the first frame.
    package let start: SIMD8<Double>
    /// The change per frame.
    package let slope: SIMD8<Double>
    /// The number of frames, 1 to `maximumSegment`.
    package let frames: Int

    @inline(__always)
    package init(start: SIMD8<Double>, slope: SIMD8<Double>, frames: Int) {
      (self.start, self.slope, self.frames) = (start, slope, frames)
    }
  }

  /// Advances the time by the next segment, of at most `frames` frames. The values must not be steady.
  @inline(__always)
  package mutating func advance(_ frames: Int) -> Segment {
    if phase == 0 { step() }
    let count = min(frames, min(stride - phase, Self.maximumSegment))
    let slope = (end - start) * perFrame
    let segment = Segment(start: start + slope * Double(phase), slope: slope, frames: count)
    move(count)
    return segment
  }

  /// Advances the time by frames of the present line, of which at least as many remain. The values must not be steady.
  @inline(__always)
  private mutating func move(_ frames: Int) {
    phase += frames
    if phase == stride {
      phase = 0
      start = end
      remaining -= 1
      if remaining == 0 {
        (start, end, first, second, third, fourth) = (target, target, target, target, target, target)
      }
    }
  }

  /// The straight line between two points of the grid.
  package struct Line {
    /// The values at the point before the present frame, and at the next one.
    package let start, end: SIMD8<Double>
    /// Frames from the first point to the present frame.
    package let phase: Int

    @inline(__always)
    package init(start: SIMD8<Double>, end: SIMD8<Double>, phase: Int) {
      (self.start, self.end, self.phase) = (start, end, phase)
    }
  }

  /// Advances the time by `frames` frames of the present line, or of steady values, and returns the line of the next frame.
  ///
  /// - Parameter begins: whether to begin the next line. The present one must then have ended.
  @inline(__always)
  package mutating func line(after frames: Int, begins: Bool) -> Line {
    if isSteady { skip(frames) } else { move(frames) }
    if begins && !isSteady { step() }
    return Line(start: start, end: end, phase: phase)
  }

  /// Advances the time by `frames` frames of steady values.
  @inline(__always) package mutating func skip(_ frames: Int) { phase = (phase &+ frames) & (stride &- 1) }

  @inline(__always)
  private mutating func step() {
    let coefficient = SIMD8(repeating: self.coefficient)
    end = end.adding(fourth - end, times: coefficient)
    fourth = fourth.adding(third - fourth, times: coefficient)
    third = third.adding(second - third, times: coefficient)
    second = second.adding(first - second, times: coefficient)
    first = first.adding(target - first, times: coefficient)
  }
}
