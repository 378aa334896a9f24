/// Four bells that are designed side by side, with the operations of `BellDesign`. What the gain leaves unchanged remains from design to
/// design, so a gain that moves costs a tenth.
struct BellLanes {
  private var frequency = SIMD4<Double>.zero
  private var q = SIMD4<Double>(repeating: 1)
  // The lanes of `BellShape`.
  private var tangent = SIMD4<Double>.zero
  private var spread = SIMD4<Double>.zero
  private var square = SIMD4<Double>.zero
  private var base = (SIMD4<Double>.zero, SIMD4<Double>.zero)
  private var wide = (SIMD4<Double>.zero, SIMD4<Double>.zero)
  private var narrow = (SIMD4<Double>.zero, SIMD4<Double>.zero)

  /// The levels at the centers, within 50 dB.
  var decibels = SIMD4<Double>.zero

  @inline(__always)
  func has(_ lane: Int, frequency: Double, q: Double) -> Bool {
    frequency == self.frequency[lane] && q == self.q[lane]
  }

  /// Sets the frequency in hertz and the Q of a bell.
  @inline(never)
  mutating func set(_ lane: Int, frequency: Double, q: Double, _ shape: BellShape) {
    (self.frequency[lane], self.q[lane]) = (frequency, q)
    tangent[lane] = shape.center.tangent
    spread[lane] = shape.center.spread
    square[lane] = shape.center.square
    (base.0[lane], base.1[lane]) = (shape.base[0], shape.base[1])
    (wide.0[lane], wide.1[lane]) = (shape.wide[0], shape.wide[1])
    (narrow.0[lane], narrow.1[lane]) = (shape.narrow[0], shape.narrow[1])
  }

  /// The coefficients of all bells.
  @inline(never)
  func coefficients() -> SVFQuartet {
    let amplitude = (decibels * 0.057564627324851146).exponentials
    let pole = 1 / (amplitude * q)
    let (numerator, denominator) = (factor(amplitude * amplitude * pole), factor(pole))
    let (first, second) = ((numerator.first, denominator.first), (numerator.second, denominator.second))
    let (above, below) = (
      second.0 + tangent * (first.0 + tangent), second.1 + tangent * (first.1 + tangent)
    )
    let root = second.1.squareRoots
    let both = 1 / (root * below)
    let inverse = root * both
    let twice = 2 * tangent * inverse
    let excess = (second.1 - second.0, first.1 - first.0)
    return SVFQuartet(
      frequency: twice * root, damping: twice * (first.1 + tangent), leak: twice * tangent, inputGain: above / below,
      bandGain: (first.0 * second.1 - second.0 * first.1 + excess.0 * tangent) * both,
      lowGain: (excess.0 + excess.1 * tangent) * inverse)
  }

  /// The factors of `MatchedFactors` for q.
  @inline(__always)
  private func factor(_ damping: SIMD4<Double>) -> (first: SIMD4<Double>, second: SIMD4<Double>) {
    let squares = damping * damping
    let wideFade = 1 / (1 + 0.264 * squares)
    let narrowFade = 1 / (1 + 130 * squares)
    let scaled = spread * squares
    let excess = scaled * (base.0 + wide.0 * wideFade + narrow.0 * narrowFade)
    let curve = square * scaled * (base.1 + wide.1 * wideFade + narrow.1 * narrowFade)
    let second = (1 + curve).squareRoots
    return ((excess + 2 * (second - 1)).squareRoots, second)
  }
}

/// The coefficients of four SVFs.
struct SVFQuartet {
  let frequency, damping, leak, inputGain, bandGain, lowGain: SIMD4<Double>

  /// Filters whose output equals their input.
  static var identity: SVFQuartet {
    SVFQuartet(
      frequency: .zero, damping: .zero, leak: .zero, inputGain: SIMD4(repeating: 1), bandGain: .zero, lowGain: .zero)
  }

  subscript(lane: Int) -> SVFCoefficients {
    SVFCoefficients(
      frequency: frequency[lane], damping: damping[lane], leak: leak[lane], inputGain: inputGain[lane],
      bandGain: bandGain[lane], lowGain: lowGain[lane])
  }
}
