/// Reads a delay line between its samples, as the weighted sum of eight taps. Holds the weights of one delay.
///
/// The tap m frames before the whole part of the delay, m = 4 to -3, has the weight
/// ```
/// base + f(1 - f)(c₀ + c₁g + c₂g²)        g = f - 1/2
/// ```
/// with the fraction f of the delay. The base is linear interpolation between the two nearest samples. Whole delays are
/// therefore exact, and the weights have no step where the whole part changes. A Farrow structure evaluates such
/// polynomials (C. W. Farrow, "A continuously variable digital delay element", 1988).
///
/// The coefficients are the minimax ones for a loop with 99 % feedback. The real and the imaginary part of the response
/// have an error below 3.4e-5 up to 0.113 of the rate (5 kHz at 44.1 kHz), and below 6.8e-4 up to 0.227 of the rate. The
/// magnitude exceeds 1 by at most 7e-4. `Scripts/fit/interpolator.py` computes the coefficients.
///
/// In a loop, delays with a whole part below 4 have fewer taps, because the newest samples do not exist yet. They have
/// other coefficients, with a magnitude of at most 1.0022.
package struct FractionalDelay {
  package static var taps: Int { 8 }
  /// The shortest delay in a loop, in frames.
  package static var shortest: Double { 2 }
  /// The smallest whole part of a delay with eight taps.
  private static var full: Int { 4 }

  /// The weights of the older four and of the newer four taps, from the oldest sample to the newest.
  package let older, newer: SIMD4<Double>
  /// The distance of the oldest tap from the current frame, in frames.
  package let reach: Int

  /// - Parameter delay: frames, at least `shortest`.
  @inline(never)
  package init(_ delay: Double) {
    let (whole, g) = Self.split(delay)
    let correction = whole >= Self.full ? Self.eightTaps : whole == Self.full - 1 ? Self.sevenTaps : Self.sixTaps
    let (lanes, share) = (SIMD4(repeating: g), SIMD4(repeating: 0.25 - g * g))
    older = SIMD4(0, 0, 0, 0.5 + g).adding(correction.older.value(at: lanes), times: share)
    newer = SIMD4(0.5 - g, 0, 0, 0).adding(correction.newer.value(at: lanes), times: share)
    reach = whole &+ Self.taps / 2
  }

  /// The distance of the newest tap with a weight from the current frame, at least 1.
  @inline(__always) package var nearest: Int { max(reach - Self.taps + 1, 1) }

  /// The delayed value at `position`.
  @inline(__always)
  package func read(at position: UnsafeMutablePointer<Double>) -> Double {
    let start = UnsafePointer(position - reach)
    let four = (older * Double.load4(start)).adding(newer, times: Double.load4(start + 4))
    let two = four.lowHalf + four.highHalf
    return two[0] + two[1]
  }

  /// The delayed values at `position` and the three frames after it. `nearest` must be at least 4.
  @inline(__always)
  package func read4(at position: UnsafeMutablePointer<Double>) -> SIMD4<Double> {
    let start = UnsafePointer(position - reach)
    var first = Double.load4(start) * SIMD4(repeating: older[0])
    var second = Double.load4(start + 4) * SIMD4(repeating: newer[0])
    for tap in 1..<4 {
      first = first.adding(Double.load4(start + tap), times: SIMD4(repeating: older[tap]))
      second = second.adding(Double.load4(start + 4 + tap), times: SIMD4(repeating: newer[tap]))
    }
    return first + second
  }

  /// The deviations of four taps from linear interpolation: quadratics in g, one lane per tap, the oldest first.
  package struct Correction {
    package let constant, linear, square: SIMD4<Double>

    @inline(__always)
    package func value(at g: SIMD4<Double>) -> SIMD4<Double> {
      constant.adding(linear.adding(square, times: g), times: g)
    }
  }

  /// Rounds a sum: doubles from 2⁵² to 2⁵³ are whole, and the last bits of their pattern count.
  package static var rounding: Double { 0x1.8p52 }

  /// The whole part of a delay up to 2⁵¹ frames, and its fraction minus a half.
  ///
  /// A whole delay may become the whole number before it and a fraction of 1. The weights are the same.
  @inline(__always)
  private static func split(_ delay: Double) -> (whole: Int, g: Double) {
    let shifted = (delay - 0.5) + rounding
    let whole = Int(truncatingIfNeeded: shifted.bitPattern &- rounding.bitPattern)
    return (whole, delay - 0.5 - (shifted - rounding))
  }
}

// Delays that differ from frame to frame.
extension FractionalDelay {
  /// The delayed values at `position` and the three frames after it.
  ///
  /// - Parameter delays: the delay of each frame, at least 7 frames.
  @inline(__always)
  package static func read4(at position: UnsafeMutablePointer<Double>, _ delays: SIMD4<Double>) -> SIMD4<Double> {
    let shifted = (delays - 0.5) + rounding
    let g = (delays - 0.5) - (shifted - rounding)
    let square = g * g
    func parts(_ lane: Int) -> SIMD4<Double> {
      let whole = Int(truncatingIfNeeded: shifted[lane].bitPattern &- rounding.bitPattern)
      return self.parts(position + (lane &- whole &- taps / 2), g[lane], square[lane])
    }
    let (first, second, third, fourth) = (parts(0), parts(1), parts(2), parts(3))
    let (older, newer) = (pairs(first, second), pairs(third, fourth))
    return SIMD4(older[0], older[1], newer[2], newer[3]) + SIMD4(older[2], older[3], newer[0], newer[1])
  }

  /// Four numbers whose sum is the value between the fourth and the fifth of the eight samples at `start`.
  ///
  /// The weights of the taps m and 1 - m differ only in the sign of the odd powers of g. The function therefore weights
  /// the sums and the differences of such pairs.
  ///
  /// - Parameter g: the fraction of the delay minus a half; `square` is its square.
  @inline(__always)
  private static func parts(_ start: UnsafeMutablePointer<Double>, _ g: Double, _ square: Double) -> SIMD4<Double> {
    let correction = eightTaps.older
    let (older, later) = (Double.load4(start), Double.load4(start + 4))
    let newer = SIMD4(later[3], later[2], later[1], later[0])
    let squares = SIMD4(repeating: square)
    // base + (1/4 - g²)(c₀ + c₂g²), and the same for the odd powers.
    let even = (SIMD4(0, 0, 0, 0.5) + 0.25 * correction.constant)
      .adding(
        (0.25 * correction.square - correction.constant).adding(0.0 - correction.square, times: squares), times: squares
      )
    let odd = (SIMD4(0, 0, 0, 1) + 0.25 * correction.linear).adding(0.0 - correction.linear, times: squares)
    return (even * (older + newer)).adding(odd * SIMD4(repeating: g), times: older - newer)
  }

  /// The sums of the first two lanes and of the last two lanes of each vector, alternating.
  @inline(__always)
  private static func pairs(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double> {
    SIMD4(a[0], b[0], a[2], b[2]) + SIMD4(a[1], b[1], a[3], b[3])
  }
}
