/// Weights that read a delay line between its samples: a sinc under a Kaiser window, 12 taps.
///
/// Source: J. F. Kaiser, R. W. Schafer, "On the use of the I0-sinh window for spectrum analysis" (1980), for the window;
/// T. I. Laakso et al., "Splitting the unit delay" (1996), section 3.1, for windowed sinc interpolation. With a shape of
/// 9.5 the error is below -81 dB up to 0.22 of the rate for every fraction.
///
/// The weights are kept for 256 fractions of a sample, in memory of the owner's, with straight lines in between, which
/// err by less than (1/256)²/8 · max|h''| = 6.3e-6. A delay below `shortest + 5` has no 6 samples on its near side that
/// a loop could know yet: there the window narrows to what is known, and the table goes by the delay itself.
///
/// SAFETY: the owner keeps `table`, `tableLength` values, valid for as long as the interpolator lives.
public struct Interpolator {
  /// Samples that a weighted sum takes in.
  static var taps: Int { 12 }
  /// The shortest delay, in samples, that a loop can have.
  public static var shortest: Double { 2 }
  /// From here on, in samples, the window has its full width.
  private static var full: Int { 7 }
  private static var fractionBits: Int { 8 }
  private static var fractions: Int { 1 << fractionBits }
  private static var shape: Double { 9.5 }

  /// How many values the table has.
  public static var tableLength: Int { (full + 1 - Int(shortest)) * page }
  /// The values for the delays from one whole number to the next, both ends among them.
  private static var page: Int { (fractions + 1) * taps }

  private let table: UnsafeMutablePointer<Double>

  /// Fills `table`.
  public init(table: UnsafeMutablePointer<Double>) {
    self.table = table
    for whole in Int(Self.shortest)...Self.full {
      let page = table + (whole - Int(Self.shortest)) * Self.page
      for row in 0...Self.fractions {
        Self.fill(page + row * Self.taps, whole, Double(row) / Double(Self.fractions))
      }
    }
  }

  /// The weights of the delay `whole` + `fraction`, from the oldest sample to the newest: the first stands `whole` + 6
  /// frames back. Their sum is one, so that a constant passes unchanged.
  private static func fill(_ row: UnsafeMutablePointer<Double>, _ whole: Int, _ fraction: Double) {
    let width = min(Double(taps / 2), Double(whole) + fraction - 1)
    var sum = 0.0
    for tap in 0..<taps { sum += weight(Double(taps / 2 - tap) - fraction, width) }
    for tap in 0..<taps { row[tap] = weight(Double(taps / 2 - tap) - fraction, width) / sum }
  }

  private static func weight(_ distance: Double, _ width: Double) -> Double {
    let inside = 1 - distance * distance / (width * width)
    guard inside > 0 else { return 0 }
    let angle = Double.pi * distance
    let sinc = abs(angle) < 1e-9 ? 1 : sine(angle) / angle
    return sinc * bessel(shape * inside.squareRoot()) / bessel(shape)
  }

  /// The modified Bessel function of the first kind and order 0, by its power series, for |x| below 10.
  private static func bessel(_ x: Double) -> Double {
    var (sum, term, index) = (1.0, 1.0, 1.0)
    while term > sum * 1e-17 {
      term *= (x / (2 * index)) * (x / (2 * index))
      sum += term
      index += 1
    }
    return sum
  }

  /// The weights for a delay of `delay` frames, at least `shortest`, and the frames that the first of them reaches back.
  @inline(__always)
  func weights(_ delay: Double) -> Weights {
    let place = delay * Double(Self.fractions)
    let point = Int(place)
    let share = place - Double(point)
    let whole = point &>> Self.fractionBits
    let page = min(whole, Self.full) &- Int(Self.shortest)
    let a = table + (page &* Self.page &+ (point & (Self.fractions - 1)) &* Self.taps)
    let b = a + Self.taps
    return Weights(
      oldest: Self.blend(a, b, share), middle: Self.blend(a + 4, b + 4, share), newest: Self.blend(a + 8, b + 8, share),
      reach: whole &+ Self.taps / 2)
  }

  @inline(__always)
  private static func blend(
    _ a: UnsafeMutablePointer<Double>, _ b: UnsafeMutablePointer<Double>, _ share: Double
  ) -> SIMD4<Double> {
    let (start, end) = (Double.load4(a), Double.load4(b))
    return fused(start, end - start, SIMD4(repeating: share))
  }

  /// Twelve weights, from the oldest sample to the newest.
  struct Weights {
    let oldest: SIMD4<Double>
    let middle: SIMD4<Double>
    let newest: SIMD4<Double>
    /// How many frames before now the oldest sample stands.
    let reach: Int

    /// How many frames before now the newest sample with a weight stands, at least 1.
    @inline(__always)
    var nearest: Int { max(reach - Interpolator.taps + 1, 1) }

    /// The value at `now`.
    @inline(__always)
    func read(_ now: UnsafeMutablePointer<Double>) -> Double {
      let start = UnsafePointer(now - reach)
      let first = fused(oldest * Double.load4(start), middle, Double.load4(start + 4))
      let four = fused(first, newest, Double.load4(start + 8))
      let two = four.lowHalf + four.highHalf
      return two[0] + two[1]
    }

    /// The values at `now` and the three frames after it; `nearest` must be at least 4.
    @inline(__always)
    func read4(_ now: UnsafeMutablePointer<Double>) -> SIMD4<Double> {
      let start = UnsafePointer(now - reach)
      var (a, b, c) = (SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero)
      for tap in 0..<4 {
        a = fused(a, Double.load4(start + tap), SIMD4(repeating: oldest[tap]))
        b = fused(b, Double.load4(start + 4 + tap), SIMD4(repeating: middle[tap]))
        c = fused(c, Double.load4(start + 8 + tap), SIMD4(repeating: newest[tap]))
      }
      return a + b + c
    }
  }
}
