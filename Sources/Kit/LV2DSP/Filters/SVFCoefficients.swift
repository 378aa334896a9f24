/// Coefficients of a second-order state-variable filter (SVF): two integrators in a loop, and three output gains.
///
/// With the input x, and the states `band` and `low` before the frame,
/// ```
/// y     = inputGain·x + bandGain·band + lowGain·low
/// low'  = low + frequency·band + leak·(x - low)
/// band' = band - damping·band + frequency·(x - low)
/// ```
/// The states are those of trapezoidal integration (V. Zavalishin, The Art of VA Filter Design, section 3.10). With the
/// integrator gain g, the damping k, and D = 1 + gk + g²,
/// ```
/// frequency = 2g/D        damping = 2g(g + k)/D        leak = 2g²/D
/// ```
/// Without input the sum of the squared states never grows: each frame reduces it by 4gk times the squared mean of
/// `band`. The map of the states is linear in the three coefficients. The sum therefore does not grow either on a straight
/// line between two such filters, so moving coefficients never add energy.
///
/// At low frequencies `frequency` is close to w₀ in radians per frame, and `damping` is close to w₀/Q. No coefficient is
/// then a small difference of large numbers.
public struct SVFCoefficients: Sendable {
  public var frequency, damping, leak, inputGain, bandGain, lowGain: Double

  @inline(__always)
  public init(
    frequency: Double, damping: Double, leak: Double, inputGain: Double, bandGain: Double, lowGain: Double
  ) {
    (self.frequency, self.damping, self.leak) = (frequency, damping, leak)
    (self.inputGain, self.bandGain, self.lowGain) = (inputGain, bandGain, lowGain)
  }
}

extension SVFCoefficients {
  /// The output equals the input, and the states stay zero.
  package static var identity: SVFCoefficients {
    SVFCoefficients(frequency: 0, damping: 0, leak: 0, inputGain: 1, bandGain: 0, lowGain: 0)
  }

  /// The coefficients in the order of their declaration, followed by two zeros.
  @inline(__always) package var vector: SIMD8<Double> {
    SIMD8(frequency, damping, leak, inputGain, bandGain, lowGain, 0, 0)
  }

  @inline(__always)
  package init(_ vector: SIMD8<Double>) {
    self.init(
      frequency: vector[0], damping: vector[1], leak: vector[2], inputGain: vector[3], bandGain: vector[4],
      lowGain: vector[5])
  }

  /// A filter with the same poles whose output equals its input.
  @inline(__always)
  package var bypassed: SVFCoefficients {
    SVFCoefficients(frequency: frequency, damping: damping, leak: leak, inputGain: 1, bandGain: 0, lowGain: 0)
  }

  /// The same filter with its output multiplied by `gain`.
  @inline(__always)
  package func scaled(by gain: Double) -> SVFCoefficients {
    SVFCoefficients(
      frequency: frequency, damping: damping, leak: leak, inputGain: inputGain * gain, bandGain: bandGain * gain,
      lowGain: lowGain * gain)
  }

  /// The transfer function on the unit circle.
  ///
  /// In the variable u = z - 1 = -2sin²(angle/2) + i·sin(angle), which is accurate at low frequencies,
  /// ```
  /// H = inputGain + (bandGain·frequency·u + lowGain(leak·u + square)) / (u² + (damping + leak)u + square)
  /// square = frequency² + damping·leak
  /// ```
  /// - Parameter angle: radians per frame, 0 to π.
  public func response(at angle: Double) -> (real: Double, imaginary: Double) {
    let half = sine(angle / 2)
    let u = (real: -2 * half * half, imaginary: sine(angle))
    let square = frequency * frequency + damping * leak
    let (slope, decay) = (bandGain * frequency + lowGain * leak, damping + leak)
    let numerator = (real: slope * u.real + lowGain * square, imaginary: slope * u.imaginary)
    let denominator = (
      real: u.real * u.real - u.imaginary * u.imaginary + decay * u.real + square,
      imaginary: 2 * u.real * u.imaginary + decay * u.imaginary
    )
    let norm = denominator.real * denominator.real + denominator.imaginary * denominator.imaginary
    return (
      inputGain + (numerator.real * denominator.real + numerator.imaginary * denominator.imaginary) / norm,
      (numerator.imaginary * denominator.real - numerator.real * denominator.imaginary) / norm
    )
  }
}
