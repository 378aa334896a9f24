/// Reads a delay line between its samples, with eight taps.
///
/// A tap that stands m frames behind the whole part of the delay, 4 to -3, has the weight
/// ```
/// base + f(1 - f)(c₀ + c₁g + c₂g²)        g = f - 1/2
/// ```
/// for the fraction f of the delay, where base is the straight line between the two samples around it. So whole delays
/// are exact, and nothing steps where the whole part changes. The coefficients are the minimax ones for a loop of 99 %:
/// the error is below 3.4e-5, in both parts of the response, up to 0.113 of the rate (5 kHz at 44.1 kHz), and twenty
/// times that up to 0.227; no response exceeds 1 by more than 7e-4. `Fit/interpolator.py` finds them. Polynomials in the
/// fraction: C. W. Farrow, "A continuously variable digital delay element" (1988).
///
/// A delay below `full` has fewer taps that a loop could know yet, and other coefficients, which exceed 1 by 2.2e-3.
public enum Interpolator {
  /// Samples that a weighted sum takes in.
  static var taps: Int { 8 }
  /// The shortest delay, in samples, that a loop can have.
  public static var shortest: Double { 2 }
  /// From this whole part of the delay on there are eight taps.
  private static var full: Int { 4 }

  /// The weights for a delay of `delay` frames, at least `shortest`.
  @inline(never)
  static func weights(_ delay: Double) -> TapWeights {
    let (whole, g) = split(delay)
    let bend = whole >= full ? eightTaps : whole == full - 1 ? sevenTaps : sixTaps
    let (lanes, share) = (SIMD4(repeating: g), SIMD4(repeating: 0.25 - g * g))
    let older = fused(bend.older.constant, fused(bend.older.linear, bend.older.square, lanes), lanes)
    let newer = fused(bend.newer.constant, fused(bend.newer.linear, bend.newer.square, lanes), lanes)
    return TapWeights(
      older: fused(SIMD4(0, 0, 0, 0.5 + g), older, share), newer: fused(SIMD4(0.5 - g, 0, 0, 0), newer, share),
      reach: whole &+ taps / 2)
  }

  /// The values at `now` and the three frames after it, for delays of at least 7 frames.
  @inline(__always)
  static func read4(_ now: UnsafeMutablePointer<Double>, _ delays: SIMD4<Double>) -> SIMD4<Double> {
    let shifted = (delays - 0.5) + magic
    let g = (delays - 0.5) - (shifted - magic)
    let square = g * g
    func parts(_ lane: Int) -> SIMD4<Double> {
      let whole = Int(truncatingIfNeeded: shifted[lane].bitPattern &- magic.bitPattern)
      return self.parts(now + (lane &- whole &- taps / 2), g[lane], square[lane])
    }
    let (first, second, third, fourth) = (parts(0), parts(1), parts(2), parts(3))
    let (older, newer) = (pairs(first, second), pairs(third, fourth))
    return SIMD4(older[0], older[1], newer[2], newer[3]) + SIMD4(older[2], older[3], newer[0], newer[1])
  }

  /// Four numbers whose sum is the value between the fourth and the fifth of the eight samples from `start` on; `square`
  /// is that of `g`, the delay's fraction less a half.
  ///
  /// The weights of the taps m and 1 - m differ in the sign of what is odd in g alone, so sums and differences of such
  /// pairs are weighted.
  @inline(__always)
  private static func parts(_ start: UnsafeMutablePointer<Double>, _ g: Double, _ square: Double) -> SIMD4<Double> {
    let bend = eightTaps.older
    let (older, later) = (Double.load4(start), Double.load4(start + 4))
    let newer = SIMD4(later[3], later[2], later[1], later[0])
    let squares = SIMD4(repeating: square)
    // base + (1/4 - g²)(c₀ + c₂g²), and the same of what is odd.
    let even = fused(
      SIMD4(0, 0, 0, 0.5) + 0.25 * bend.constant,
      fused(0.25 * bend.square - bend.constant, 0.0 - bend.square, squares), squares)
    let odd = fused(SIMD4(0, 0, 0, 1) + 0.25 * bend.linear, 0.0 - bend.linear, squares)
    return fused(even * (older + newer), odd * SIMD4(repeating: g), older - newer)
  }

  /// The sums of two lanes at a time: of the first two, and of the last two.
  @inline(__always)
  private static func pairs(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double> {
    SIMD4(a[0], b[0], a[2], b[2]) + SIMD4(a[1], b[1], a[3], b[3])
  }

  /// The whole part of a delay, up to 2⁵¹ frames, and its fraction less a half. A whole delay may count as one less and
  /// a fraction of one, for which the weights are the same.
  @inline(__always)
  private static func split(_ delay: Double) -> (whole: Int, g: Double) {
    let shifted = (delay - 0.5) + magic
    let whole = Int(truncatingIfNeeded: shifted.bitPattern &- magic.bitPattern)
    return (whole, delay - 0.5 - (shifted - magic))
  }

  /// Numbers from 2⁵² to 2⁵³ are whole, and their last bits count.
  static var magic: Double { 0x1.8p52 }
}
