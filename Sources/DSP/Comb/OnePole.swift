/// The one-pole lowpass in a comb's loop: v = v + openness·(x - v).
struct LoopLowpass {
  /// The last output.
  private(set) var value = 0.0

  /// Takes what passed through while there was no lowpass.
  @inline(__always)
  mutating func follow(_ x: Double) { value = x }

  /// Drops what is left of a sound that has died away.
  @inline(__always)
  mutating func settle() { value = value.heard }

  /// One frame.
  @inline(__always)
  mutating func next(_ x: Double, _ openness: Double) -> Double {
    value = fused(openness * x, 1 - openness, value)
    return value
  }

  /// Four frames, with an openness for each.
  @inline(__always)
  mutating func next4(_ x: SIMD4<Double>, _ openness: SIMD4<Double>) -> SIMD4<Double> {
    SIMD4(
      next(x[0], openness[0]), next(x[1], openness[1]), next(x[2], openness[2]), next(x[3], openness[3]))
  }

  /// An openness that stands still, prepared for four frames at a time.
  struct Still {
    let openness: Double
    private let pole: Double
    private let square: Double
    private let powers: SIMD4<Double>

    @inline(__always)
    init(_ openness: Double) {
      self.openness = openness
      pole = 1 - openness
      square = pole * pole
      powers = SIMD4(pole, square, square * pole, square * square)
    }

    /// Whether there is a lowpass at all.
    @inline(__always)
    var damps: Bool { openness != 1 }

    /// Four frames: sums over one frame back, then over two, then what the frames before these leave; only the last
    /// step waits for them.
    @inline(__always)
    func next4(_ x: SIMD4<Double>, _ lowpass: inout LoopLowpass) -> SIMD4<Double> {
      let one = openness * x
      let two = fused(one, SIMD4(0, one[0], one[1], one[2]), SIMD4(repeating: pole))
      let four = fused(two, SIMD4(0, 0, two[0], two[1]), SIMD4(repeating: square))
      let all = fused(four, powers, SIMD4(repeating: lowpass.value))
      lowpass.value = all[3]
      return all
    }
  }
}
