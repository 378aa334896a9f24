/// The weights of an `Interpolator`'s taps for one delay.
struct TapWeights {
  /// The older four and the newer four, from the oldest sample to the newest.
  let older: SIMD4<Double>
  let newer: SIMD4<Double>
  /// How many frames before now the oldest sample stands.
  let reach: Int

  /// How many frames before now the newest sample with a weight stands, at least 1.
  @inline(__always)
  var nearest: Int { max(reach - Interpolator.taps + 1, 1) }

  /// The value at `now`.
  @inline(__always)
  func read(_ now: UnsafeMutablePointer<Double>) -> Double {
    let start = UnsafePointer(now - reach)
    let four = fused(older * Double.load4(start), newer, Double.load4(start + 4))
    let two = four.lowHalf + four.highHalf
    return two[0] + two[1]
  }

  /// The values at `now` and the three frames after it; `nearest` must be at least 4.
  @inline(__always)
  func read4(_ now: UnsafeMutablePointer<Double>) -> SIMD4<Double> {
    let start = UnsafePointer(now - reach)
    var first = Double.load4(start) * SIMD4(repeating: older[0])
    var second = Double.load4(start + 4) * SIMD4(repeating: newer[0])
    for tap in 1..<4 {
      first = fused(first, Double.load4(start + tap), SIMD4(repeating: older[tap]))
      second = fused(second, Double.load4(start + 4 + tap), SIMD4(repeating: newer[tap]))
    }
    return first + second
  }
}
