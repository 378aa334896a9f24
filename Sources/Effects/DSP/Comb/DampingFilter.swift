/// The one-pole lowpass in the loop of a comb: y = y + coefficient·(x - y).
struct DampingFilter {
  /// The last output.
  var value = 0.0

  /// Sets the state to zero if it is silence.
  @inline(__always) mutating func flush() { value = value.flushed }

  @inline(__always)
  mutating func next(_ x: Double, _ coefficient: Double) -> Double {
    value = (coefficient * x).adding(1 - coefficient, times: value)
    return value
  }

  /// Processes four frames, with a coefficient for each.
  @inline(__always)
  mutating func next4(_ x: SIMD4<Double>, _ coefficient: SIMD4<Double>) -> SIMD4<Double> {
    SIMD4(
      next(x[0], coefficient[0]), next(x[1], coefficient[1]), next(x[2], coefficient[2]), next(x[3], coefficient[3]))
  }
}

/// A steady `DampingFilter`, prepared for four frames at a time.
struct BlockDampingFilter {
  private let coefficient, pole, square: Double
  private let powers: SIMD4<Double>

  @inline(__always)
  init(_ coefficient: Double) {
    self.coefficient = coefficient
    pole = 1 - coefficient
    square = pole * pole
    powers = SIMD4(pole, square, square * pole, square * square)
  }

  /// Whether the output differs from the input.
  @inline(__always) var isActive: Bool { coefficient != 1 }

  /// Adds the frame before, then the two frames before that, and finally the previous state. Only the last step waits for
  /// the previous call.
  @inline(__always)
  func next4(_ x: SIMD4<Double>, _ state: inout DampingFilter) -> SIMD4<Double> {
    let one = coefficient * x
    let two = one.adding(SIMD4(0, one[0], one[1], one[2]), times: SIMD4(repeating: pole))
    let four = two.adding(SIMD4(0, 0, two[0], two[1]), times: SIMD4(repeating: square))
    let all = four.adding(powers, times: SIMD4(repeating: state.value))
    state.value = all[3]
    return all
  }
}
