// The responses of a state variable filter with trapezoidal integrators: those of the analog filter, with the frequency axis
// warped so that the cutoff is exact (V. Zavalishin, The Art of VA Filter Design, section 4.2).
extension SVFCoefficients {
  /// A lowpass of second order, 12 dB per octave.
  ///
  /// - Parameters:
  ///   - ratio: the cutoff divided by the sample rate, limited to 1e-7...0.49.
  ///   - q: the gain at the cutoff; 0.7071 is flat. It is limited to 0.01 and above.
  public static func lowpass(_ ratio: Float, q: Float) -> SVFCoefficients {
    SVFCoefficients(SVFPrototype(ratio, q), high: 0, band: 0, low: 1)
  }

  /// A highpass of second order, 12 dB per octave, with the parameters of ``lowpass(_:q:)``.
  public static func highpass(_ ratio: Float, q: Float) -> SVFCoefficients {
    SVFCoefficients(SVFPrototype(ratio, q), high: 1, band: 0, low: 0)
  }

  /// A bandpass whose gain is 1 at the center, with the parameters of ``lowpass(_:q:)``: `q` is the center divided by the bandwidth.
  public static func bandpass(_ ratio: Float, q: Float) -> SVFCoefficients {
    let prototype = SVFPrototype(ratio, q)
    return SVFCoefficients(prototype, high: 0, band: prototype.damping, low: 0)
  }

  /// A notch: the input without its ``bandpass(_:q:)``.
  public static func notch(_ ratio: Float, q: Float) -> SVFCoefficients {
    SVFCoefficients(SVFPrototype(ratio, q), high: 1, band: 0, low: 1)
  }

  /// An allpass, whose phase turns by 180 degrees at the center, with the parameters of ``lowpass(_:q:)``.
  public static func allpass(_ ratio: Float, q: Float) -> SVFCoefficients {
    let prototype = SVFPrototype(ratio, q)
    return SVFCoefficients(prototype, high: 1, band: -prototype.damping, low: 1)
  }

  /// The sum of the three outputs of the filter with gains.
  ///
  /// With D = 1 + gk + g² and the states `band` and `low` before the frame, the outputs are
  /// ```
  /// high = (x - (g + k)·band - low)/D     band = band + g·high     low = low + g·band
  /// ```
  private init(_ prototype: SVFPrototype, high: Double, band: Double, low: Double) {
    // g/D, g²/D and g(g + k)/D.
    let (linear, square, decay) = (prototype.linear, prototype.square, prototype.decay)
    // 1/D and (g + k)/D.
    let (inverse, slope) = (1 - decay, prototype.slope)
    self.init(
      frequency: 2 * linear, damping: 2 * decay, leak: 2 * square,
      inputGain: high * inverse + band * linear + low * square,
      bandGain: band * (1 - decay) + low * linear - high * slope,
      lowGain: low * (1 - square) - high * inverse - band * linear)
  }
}

/// The integrator gain g = tan(π·ratio) and the damping k = 1/Q of a filter, in the quotients that it needs.
///
/// With s and c for the sine and the cosine of π·ratio, D·c² = 1 + ksc. One division therefore gives all quotients.
private struct SVFPrototype {
  /// k.
  let damping: Double
  /// g/D, g²/D, g(g + k)/D and (g + k)/D, with D = 1 + gk + g².
  let linear, square, decay, slope: Double

  init(_ ratio: Float, _ q: Float) {
    let angle = SineCosine(angle: Double.pi * Double(min(max(1e-7, ratio), 0.49)))
    let (s, c, k) = (angle.sine, angle.cosine, 1 / Double(max(0.01, q)))
    let inverse = 1 / (1 + k * s * c)
    damping = k
    linear = s * c * inverse
    square = s * s * inverse
    decay = (s * s + k * s * c) * inverse
    slope = (s * c + k * c * c) * inverse
  }
}
