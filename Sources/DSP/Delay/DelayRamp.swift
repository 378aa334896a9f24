/// Reads a delay line as an `Interpolator` does, for delays that change evenly and slowly.
///
/// The whole parts of four delays in a row differ by one at most, so that four windows of samples are one, or one and its
/// neighbour.
struct DriftingTaps {
  /// Whether this is faster than frame by frame.
  @inline(__always) static var pays: Bool { SIMD4<Double>.isOneRegister }
  /// How much the delay may change in four frames, below 4/3.
  static var limit: Double { 1.25 }

  /// The delays of the next four frames, less a half.
  private var delays: SIMD4<Double>
  /// The longest of them, less a half.
  private var longest: Double
  private let step: SIMD4<Double>

  /// - Parameters:
  ///   - delays: of the first four frames, each at least 7 frames.
  ///   - step: how much they change in four frames: `limit` at most, and the same in each lane.
  @inline(__always)
  init(_ delays: SIMD4<Double>, step: SIMD4<Double>) {
    self.delays = delays - 0.5
    longest = (step[0] > 0 ? delays[3] : delays[0]) - 0.5
    self.step = step
  }

  /// The values at `now` and the three frames after it. Goes on in time by these four frames.
  @inline(__always)
  mutating func read4(_ now: UnsafeMutablePointer<Double>) -> SIMD4<Double> {
    let (magic, bend) = (Interpolator.magic, Interpolator.eightTaps.older)
    let (shifted, window) = (delays + magic, longest + magic)
    let g = delays - (shifted - magic)
    let whole = Int(truncatingIfNeeded: window.bitPattern &- magic.bitPattern)
    let start = UnsafePointer(now + (0 &- whole &- Interpolator.taps / 2))
    let windows = SIMD4(repeating: window)
    func tap(_ index: Int) -> SIMD4<Double> {
      Double.load4(start + index).replaced(by: Double.load4(start + index + 1), where: shifted, differsFrom: windows)
    }
    // The weights of the taps m and 1 - m differ in the sign of what is odd in g alone.
    var (sum, difference) = (tap(0) + tap(7), tap(0) - tap(7))
    var constant = sum * bend.constant[0]
    var linear = difference * bend.linear[0]
    var square = sum * bend.square[0]
    for index in 1..<4 {
      (sum, difference) = (tap(index) + tap(7 - index), tap(index) - tap(7 - index))
      constant = fused(constant, sum, SIMD4(repeating: bend.constant[index]))
      linear = fused(linear, difference, SIMD4(repeating: bend.linear[index]))
      square = fused(square, sum, SIMD4(repeating: bend.square[index]))
    }
    delays += step
    longest += step[0]
    let squares = g * g
    let bent = fused(fused(constant, square, squares), linear, g)
    return fused(fused(0.5 * sum, difference, g), bent, 0.25 - squares)
  }
}
