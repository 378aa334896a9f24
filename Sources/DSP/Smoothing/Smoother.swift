/// Moves values to their targets without steps: five equal one-pole lowpasses in a row, evaluated every `stride` frames,
/// with straight lines in between.
///
/// The grid is counted from the last `jump`, not from the beginnings of blocks, so the result does not depend on how
/// time is cut into blocks. Beyond 200 Hz the five poles leave less than -70 dB of a step, before the step's own decay.
struct Glide {
  /// How many points a second the grid has, but for a factor of √2: 32 frames from one to the next at 48 kHz. With fewer
  /// the bends between the lines are heard.
  static var density: Double { 1500 }
  /// The most frames that a `Line` has.
  static var longest: Int { 32 }
  /// How long a step of the values takes until it is finished to 1 %, in seconds; a level that follows from several of
  /// them, such as a bell's, may take longer.
  static var settlingTime: Double { 0.0457 }
  /// The same where a glide is to be slow: a peak that sweeps over a tone is heard the more the faster it sweeps.
  private static var slowSettlingTime: Double { 0.0536 }
  /// The response of five poles to a step, 1 - e^-t (1 + t + t²/2 + t³/6 + t⁴/24), is 0.99 after so many time constants.
  private static var onePercent: Double { 11.605 }
  /// After this many time constants without a new target the rest, below 1e-9 of the step, is dropped.
  private static var settlingConstants: Double { 32 }

  /// Frames between two points of the grid, a power of two.
  let stride: Int
  private let perFrame: Double
  /// Where the values are heading.
  private(set) var target: SIMD8<Double>
  /// The values at the last point of the grid, and at the next.
  private(set) var start: SIMD8<Double>
  private var end: SIMD8<Double>
  private var first: SIMD8<Double>
  private var second: SIMD8<Double>
  private var third: SIMD8<Double>
  private var fourth: SIMD8<Double>
  /// Frames since the last point of the grid, below `stride`.
  private(set) var phase = 0
  /// Points of the grid until the values count as settled; 0 where they have.
  private var remaining = 0
  /// Points of the grid that a glide takes, where it is slow.
  private let settling: Int
  /// How much of its way a pole goes from point to point, and how much where it is slow.
  private let shares: (usual: Double, slow: Double)
  private var share: Double

  /// - Parameter rate: frames a second.
  init(rate: Double) {
    // Each pole takes what the one before it was at the point before, which makes four points of delay.
    var stride = 1
    while Double(2 * stride) * Self.density < 1.4142135623730951 * rate { stride *= 2 }
    self.stride = stride
    perFrame = 1 / Double(stride)
    let point = Double(stride) / rate
    let constants = point * Self.onePercent / (Self.settlingTime - 4 * point)
    let slowConstants = point * Self.onePercent / (Self.slowSettlingTime - 4 * point)
    shares = (1 - exponential(-constants), 1 - exponential(-slowConstants))
    share = shares.usual
    settling = Int(Self.settlingConstants / slowConstants) + 5
    (target, start, end, first, second, third, fourth) = (.zero, .zero, .zero, .zero, .zero, .zero, .zero)
  }

  /// Whether `start` is the target, and stays so until there is a new one.
  @inline(__always)
  var isSettled: Bool { remaining == 0 }

  /// Takes `values` at once, and begins the grid here.
  mutating func jump(to values: SIMD8<Double>) {
    (target, start, end, first, second, third, fourth) = (values, values, values, values, values, values, values)
    phase = 0
    remaining = 0
  }

  /// Heads for `values` from the next point of the grid on.
  @inline(__always)
  mutating func head(for values: SIMD8<Double>, slowly: Bool = false) {
    target = values
    share = slowly ? shares.slow : shares.usual
    remaining = settling + 1
  }

  /// A stretch of time in which the values move in a straight line.
  struct Line {
    /// The values at the stretch's first frame.
    let start: SIMD8<Double>
    /// How much they change a frame.
    let slope: SIMD8<Double>
    /// How many frames there are, 1 to `longest`.
    let frames: Int
  }

  /// Goes on in time: the next stretch, of at most `frames` frames. Not to be called when settled.
  @inline(__always)
  mutating func advance(_ frames: Int) -> Line {
    if phase == 0 { step() }
    let count = min(frames, min(stride - phase, Self.longest))
    let slope = (end - start) * perFrame
    let line = Line(start: start + slope * Double(phase), slope: slope, frames: count)
    phase += count
    if phase == stride {
      phase = 0
      start = end
      remaining -= 1
      if remaining == 0 {
        (start, end, first, second, third, fourth) = (target, target, target, target, target, target)
      }
    }
    return line
  }

  /// Goes on in time by `frames` frames, settled.
  @inline(__always)
  mutating func skip(_ frames: Int) {
    phase = (phase &+ frames) & (stride &- 1)
  }

  @inline(__always)
  private mutating func step() {
    let share = SIMD8(repeating: self.share)
    end = fused(end, fourth - end, share)
    fourth = fused(fourth, third - fourth, share)
    third = fused(third, second - third, share)
    second = fused(second, first - second, share)
    first = fused(first, target - first, share)
  }
}
