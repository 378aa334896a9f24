/// The parameters of the loop of a tuned comb.
///
/// With the input x, w the content of the delay line, and v, which is the delayed w after the bandpass,
/// ```
/// w = x + feedback·v        output = level·v
/// ```
public struct TunedLoop: Sendable {
  /// The delay of the delay line, in frames, at least `FractionalDelay.shortest`.
  public var delay: Double
  /// The gain of the loop, at least 0 and below 1.
  public var feedback: Double
  /// The center and the width of the `LoopBandpass`. Each of its filters between two others is stable, too.
  public var center, width: Double
  /// The gain that gives the ringing of white noise the power of the noise, with a bandpass that passes everything.
  public var level: Double

  /// The number of parameters.
  static var count: Int { 5 }

  /// The parameters in the order of their declaration, and three zeros.
  @inline(__always) var vector: SIMD8<Double> { SIMD8(delay, feedback, center, width, level, 0, 0, 0) }

  @inline(__always)
  init(_ vector: SIMD8<Double>) {
    (delay, feedback, center, width, level) = (vector[0], vector[1], vector[2], vector[3], vector[4])
  }

  @inline(__always)
  private init(_ delay: Double, _ feedback: Double, angle: Double, width: Double) {
    (self.delay, self.feedback) = (delay, min(max(feedback, 0), Self.largestFeedback))
    let half = sine(0.5 * angle)
    (center, self.width) = (half * half, width)
    level = squareRoot(1 - self.feedback * self.feedback)
  }

  @inline(__always) var bandpass: LoopBandpass { LoopBandpass(center: center, width: width) }

  /// The gain of the loop that no decay time exceeds.
  private static var largestFeedback: Double { 0.99999 }
  /// The highest note has a period of this number of frames.
  static var shortestPeriod: Double { 4 }
}

extension TunedLoop {
  /// How the loop decays and how it is damped.
  public struct Decay: Sendable {
    /// The decay of the note, in nepers per frame.
    var rate: Double
    /// tan(π·damping/rate), above 0.
    var width: Double

    /// - Parameters:
    ///   - seconds: the time in which the note falls by 60 dB.
    ///   - damping: hertz, limited to 0.4 of the sample rate. With a wider bandpass, the gain of the taps at high frequencies could
    ///     exceed its loss.
    ///   - sampleRate: in hertz.
    public init(seconds: Double, damping: Double, sampleRate: Double) {
      // 60 dB are ln 1000 nepers.
      rate = 6.907755278982137 / (seconds * sampleRate)
      let angle = Double.pi * min(damping / sampleRate, 0.4)
      width = sine(angle) / cosine(angle)
    }

    @inline(__always)
    init(rate: Double, width: Double) { (self.rate, self.width) = (rate, width) }
  }

  /// The loop that rings with a note.
  ///
  /// The sound of the ringing is a pole p of the filter. With F for the delay line and B for the bandpass,
  /// ```
  /// feedback·F(p)·B(p) = 1        p = e^(-decay + i·angle)
  /// ```
  /// The function solves this equation: the phase gives the delay, and the magnitude the feedback. Both therefore are exact for
  /// the taps of the delay line and with the damping, and not only for a loop without losses.
  ///
  /// - Parameters:
  ///   - period: frames, limited to `shortestPeriod`.
  ///   - decay: the decay.
  public init(period: Double, decay: Decay) {
    let angle = 2 * Double.pi / max(period, Self.shortestPeriod)
    let pole = Pole(decay: decay.rate, angle: angle)
    let filter = pole.response(ofBandpass: decay.width)
    let turn = 2 * Double.pi + filter.phase
    var (delay, taps) = (turn / angle, Polar(magnitude: 1, phase: 0))
    // The phase of the taps depends little on the delay: each round reduces the error by more than a factor of 100.
    for _ in 0..<3 {
      taps = pole.response(ofTapsFor: max(delay, FractionalDelay.shortest))
      delay = (turn + taps.phase) / angle
    }
    delay = max(delay, FractionalDelay.shortest)
    self.init(
      delay, exponential(-decay.rate * delay) / (taps.magnitude * filter.magnitude), angle: angle, width: decay.width)
  }

  /// The loop that repeats its input as echoes.
  ///
  /// The lower corner of the bandpass is at 20 Hz. The delay line is shorter by the delay of the upper corner below it, so that
  /// the echoes have their places also after many of them.
  ///
  /// - Parameters:
  ///   - echo: the frames between two echoes.
  ///   - decay: the decay.
  ///   - sampleRate: in hertz.
  public init(echo: Double, decay: Decay, sampleRate: Double) {
    // The center is the geometric mean of the corners. For these small angles, tan(x/2) = x/2.
    let corner = 2 * Double.pi * 20 / sampleRate
    let angle = min(2 * squareRoot(0.5 * corner * decay.width), 1)
    self.init(
      max(echo - Self.echoDelay(decay), FractionalDelay.shortest), exponential(-decay.rate * echo),
      angle: angle, width: decay.width)
  }

  /// The delay of the bandpass between its corners, in frames.
  static func echoDelay(_ decay: Decay) -> Double { 0.5 / decay.width }
}

/// A complex number. The phase is in radians.
private struct Polar {
  let magnitude, phase: Double
}

/// A place in the z plane, given by its inverse.
private struct Pole {
  private let decay, angle: Double
  /// 1/p.
  private let real, imaginary: Double

  init(decay: Double, angle: Double) {
    (self.decay, self.angle) = (decay, angle)
    let size = exponential(decay)
    (real, imaginary) = (size * cosine(angle), -size * sine(angle))
  }

  /// The response of a `LoopBandpass` with its center at the angle of the pole: with z for the inverse,
  /// ```
  /// B = a(1 - z²)/((1 + a) - 2cos(angle)z + (1 - a)z²)
  /// ```
  func response(ofBandpass width: Double) -> Polar {
    let square = (real: real * real - imaginary * imaginary, imaginary: 2 * real * imaginary)
    let numerator = (real: width * (1 - square.real), imaginary: -width * square.imaginary)
    let twice = 2 * cosine(angle)
    let denominator = (
      real: 1 + width - twice * real + (1 - width) * square.real,
      imaginary: (1 - width) * square.imaginary - twice * imaginary
    )
    return polar(
      numerator.real * denominator.real + numerator.imaginary * denominator.imaginary,
      numerator.imaginary * denominator.real - numerator.real * denominator.imaginary,
      dividedBy: denominator.real * denominator.real + denominator.imaginary * denominator.imaginary)
  }

  /// The response of the taps for a delay, relative to that of the exact delay.
  func response(ofTapsFor delay: Double) -> Polar {
    let taps = FractionalDelay(delay)
    var (sum, other) = (0.0, 0.0)
    // Horner's method: the oldest tap has the highest power of the inverse.
    for tap in 0..<FractionalDelay.taps {
      let weight = tap < 4 ? taps.older[tap] : taps.newer[tap - 4]
      (sum, other) = (sum * real - other * imaginary + weight, sum * imaginary + other * real)
    }
    // The newest tap is this number of frames nearer than the delay.
    let lead = delay - Double(taps.reach - FractionalDelay.taps + 1)
    let (c, s, size) = (cosine(angle * lead), sine(angle * lead), exponential(-decay * lead))
    return polar(size * (sum * c - other * s), size * (sum * s + other * c), dividedBy: 1)
  }

  private func polar(_ real: Double, _ imaginary: Double, dividedBy divisor: Double) -> Polar {
    Polar(
      magnitude: squareRoot(real * real + imaginary * imaginary) / divisor, phase: arcTangent(imaginary, real))
  }
}
