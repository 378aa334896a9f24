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

  /// The values at `now` and the three frames after it, for delays that move in a straight line from at least 7 frames.
  @inline(__always)
  static func read4(_ now: UnsafeMutablePointer<Double>, _ delays: SIMD4<Double>) -> SIMD4<Double> {
    let (first, last) = (split(delays[0]).whole, split(delays[3]).whole)
    if first == last {
      let start = UnsafePointer(now - first - taps / 2)
      return weighted(delays - (Double(first) + 0.5)) { Double.load4(start + $0) }
    }
    return abs(first &- last) == 1 ? readAcross(now, delays, min(first, last)) : readEach(now, delays)
  }

  /// The same where the whole part of the delay is `nearer`, or one more.
  @inline(never)
  private static func readAcross(
    _ now: UnsafeMutablePointer<Double>, _ delays: SIMD4<Double>, _ nearer: Int
  ) -> SIMD4<Double> {
    let start = UnsafePointer(now - nearer - taps / 2)
    let fractions = delays - (Double(nearer) + 0.5)
    let isFarther = fractions .> 0.5
    return weighted(fractions.replacing(with: fractions - 1, where: isFarther)) {
      Double.load4(start + $0).replacing(with: Double.load4(start + $0 - 1), where: isFarther)
    }
  }

  @inline(never)
  private static func readEach(_ now: UnsafeMutablePointer<Double>, _ delays: SIMD4<Double>) -> SIMD4<Double> {
    var values = SIMD4<Double>.zero
    for lane in 0..<4 { values[lane] = weights(delays[lane]).read(now + lane) }
    return values
  }

  /// The whole part of a delay, up to 2⁵¹ frames, and its fraction less a half. A whole delay may count as one less and
  /// a fraction of one, for which the weights are the same.
  @inline(__always)
  private static func split(_ delay: Double) -> (whole: Int, g: Double) {
    // Numbers from 2⁵² to 2⁵³ are whole, and their last bits count.
    let shifted = (delay - 0.5) + 0x1.8p52
    let whole = Int(truncatingIfNeeded: shifted.bitPattern & 0x7_FFFF_FFFF_FFFF)
    return (whole, delay - 0.5 - (shifted - 0x1.8p52))
  }

  /// The values of four successive frames, whose eight taps are given from the oldest on; `g` is each delay's fraction
  /// less a half.
  ///
  /// The weights of the taps m and 1 - m differ in the sign of c₁ alone, so sums and differences of such pairs are
  /// weighted.
  @inline(__always)
  private static func weighted(_ g: SIMD4<Double>, _ tap: (Int) -> SIMD4<Double>) -> SIMD4<Double> {
    let bend = eightTaps.older
    var (constant, linear, square) = (SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero)
    var base = SIMD4<Double>.zero
    for pair in 0..<4 {
      let (older, newer) = (tap(pair), tap(taps - 1 - pair))
      constant = fused(constant, older + newer, SIMD4(repeating: bend.constant[pair]))
      linear = fused(linear, older - newer, SIMD4(repeating: bend.linear[pair]))
      square = fused(square, older + newer, SIMD4(repeating: bend.square[pair]))
      base = fused(0.5 * (older + newer), older - newer, g)
    }
    return fused(base, fused(constant, fused(linear, square, g), g), 0.25 - g * g)
  }
}
