/// The change of the loudness of pink noise by sections in series: the mean of their squared magnitudes over the logarithm of the
/// frequency, with the weights of ITU-R BS.1770.
struct PinkLoudness {
  /// The number of frequencies: 12 in an octave from 20 Hz to 20 kHz.
  static var count: Int { 120 }

  /// The cosine of each frequency minus 1, for groups of four, and the weights.
  private var cosines = InlineArray<30, SIMD4<Double>>(repeating: .zero)
  private var weights = InlineArray<30, SIMD4<Double>>(repeating: .zero)
  private var powers = InlineArray<30, SIMD4<Double>>(repeating: SIMD4(repeating: 1))

  /// - Parameter rate: sample rate in hertz.
  init(rate: Double) {
    for index in 0..<Self.count {
      let frequency = 20 * exponential(Double(index) * 6.907755278982137 / Double(Self.count - 1))
      let half = sine(Double.pi * min(frequency / rate, 0.5))
      cosines[index / 4][index % 4] = -2 * half * half
      weights[index / 4][index % 4] = frequency < 0.5 * rate ? Self.weight(frequency) : 0
    }
  }

  /// The squared magnitude of the filters of BS.1770, as their analog prototypes: a highpass at 38 Hz with Q 0.5 and a high shelf
  /// of 4 dB at 1.68 kHz.
  private static func weight(_ frequency: Double) -> Double {
    let low = frequency / 38.13547
    let square = low * low
    let highpass = square * square / ((1 + square) * (1 + square))
    let high = frequency / 1681.974
    let y = high * high
    let prototype = BandPrototype(.highShelf, damping: 2, amplitude: 1.2589)
    let (n, d) = (prototype.numerator, prototype.denominator)
    return highpass * (n.0 + y * (n.1 + y * n.2)) / (d.0 + y * (d.1 + y * d.2))
  }

  mutating func reset() { for index in 0..<30 { powers[index] = SIMD4(repeating: 1) } }

  /// Adds a section in series.
  ///
  /// - Parameter part: the part of the power that the section processes.
  mutating func add(_ section: SVFCoefficients, part: Double) {
    for index in 0..<30 {
      powers[index] = powers[index] * ((1 - part) + part * section.power(cosineMinusOne: cosines[index]))
    }
  }

  /// The inverse of the change of the amplitude.
  var compensation: Double {
    var (sum, total) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
    for index in 0..<30 {
      sum += weights[index] * powers[index]
      total += weights[index]
    }
    let ratio = (total[0] + total[1] + total[2] + total[3]) / (sum[0] + sum[1] + sum[2] + sum[3] + 1e-12)
    return squareRoot(max(1e-4, min(1e4, ratio)))
  }
}

extension SVFCoefficients {
  /// The squared magnitude at four frequencies, from the cosines of their angles minus 1.
  ///
  /// With v = cos(angle) - 1 and u = z - 1, |u|² is -2v, and the real part of u² is 2v(1 + v) + 0, so the squared magnitude of
  /// a·u² + b·u + c is 4a²v² + b²(-2v) + c² + 2ab·Re(u²·ū) + 2ac·Re(u²) + 2bc·Re(u), with Re(u²·ū) = -2v², Re(u²) = 2v(1 + v)
  /// and Re(u) = v.
  @inline(__always)
  func power(cosineMinusOne v: SIMD4<Double>) -> SIMD4<Double> {
    let square = frequency * frequency + damping * leak
    let decay = damping + leak
    let slope = bandGain * frequency + lowGain * leak
    func quadratic(_ a: Double, _ b: Double, _ c: Double) -> SIMD4<Double> {
      let linear = -2 * (b * b) + 4 * a * c + 2 * b * c
      let curved = 4 * a * a - 4 * a * b + 4 * a * c
      return c * c + v * (linear + v * curved)
    }
    return quadratic(inputGain, inputGain * decay + slope, (inputGain + lowGain) * square)
      / quadratic(1, decay, square)
  }
}
