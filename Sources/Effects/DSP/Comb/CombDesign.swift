/// Computes the parameters of a comb filter from milliseconds, per cent, hertz and decibels.
///
/// The filter is the universal comb filter of U. Zölzer (ed.), DAFX, section 2.5.3, with a one-pole lowpass in its loop.
public struct CombDesign: Sendable {
  /// Milliseconds between the echoes.
  public var delay: Double
  /// Per cent, -99 to 99.
  public var feedback: Double
  /// Per cent, -100 to 100.
  public var feedforward: Double
  /// The cutoff of the lowpass in the loop, in hertz. From `undamped` on there is no lowpass.
  public var damping: Double
  /// Per cent of the comb in the output, 0 to 100.
  public var mix: Double
  /// The output gain in decibels.
  public var gain: Double

  /// The smallest damping without a lowpass, in hertz.
  public static var undamped: Double { 20_000 }
  /// The longest delay, in milliseconds.
  public static var longestDelay: Double { 1000 }

  public init(delay: Double, feedback: Double, feedforward: Double, damping: Double, mix: Double, gain: Double) {
    self.delay = delay
    self.feedback = feedback
    self.feedforward = feedforward
    self.damping = damping
    self.mix = mix
    self.gain = gain
  }

  /// Whether the peaks are at odd multiples of the fundamental.
  ///
  /// At the multiples of the inverse delay the gain of the comb is (1 + ff)/(1 - fb). Halfway between them it is
  /// (1 - ff)/(1 + fb). The former is larger if ff + fb is positive.
  private var isOdd: Bool { feedback + feedforward < 0 }

  /// Periods of the fundamental in a delay.
  private var periods: Double { isOdd ? 0.5 : 1 }

  /// Delay lines below this length, in frames, may have fewer than eight taps, which lowers the first peak.
  private static var short: Double { 5 }

  /// The parameters of the filter, and the frequency of its first peak in hertz.
  ///
  /// The first peak is at 1/delay, or at half of that if the peaks are odd. For very short delays the shortest delay of
  /// the delay line, and its taps, limit it.
  ///
  /// - Parameter rate: sample rate in hertz.
  public func parameters(rate: Double) -> (parameters: CombFilter.Parameters, fundamental: Double) {
    let coefficient = lowpassCoefficient(rate)
    let level = amplitude(decibels: gain)
    let wholeDelay = delay * 0.001 * rate
    let lowpassDelay = self.lowpassDelay(coefficient, max(wholeDelay, 2 * periods))
    let lineDelay = max(wholeDelay - lowpassDelay, FractionalDelay.shortest)
    let parameters = CombFilter.Parameters(
      delay: lineDelay, feedback: feedback / 100, lowpassCoefficient: coefficient, inputGain: level,
      echoGain: level * echoGain)
    let angle = 2 * Double.pi * periods / (lineDelay + lowpassDelay)
    let peak = lineDelay < Self.short ? CombResponse(parameters).peak(near: angle) : angle
    return (parameters, min(peak / (2 * Double.pi), 0.5) * rate)
  }

  /// The gain of the first echo, without the output gain.
  private var echoGain: Double { mix * (feedback + feedforward) / 10_000 }

  /// The coefficient of a one-pole lowpass whose decay equals that of its analog model: 1 - e^(-2πf/rate).
  ///
  /// Up to half of `undamped`, f is within 7 % of the damping. Above it f rises without bound, so that the response has
  /// no step where the lowpass ends.
  private func lowpassCoefficient(_ rate: Double) -> Double {
    guard damping < Self.undamped else { return 1 }
    let part = damping / Self.undamped
    let square = part * part
    return 1 - exponential(-2 * Double.pi * damping / (rate * (1 - square * square)))
  }

  /// The frames by which the lowpass coefficient/(1 - (1 - coefficient)/z) lowers the first peak of the comb. The delay
  /// line is shortened by this number.
  ///
  /// The comb is (1 + aP)/(1 - bP). P = g·e^(iφ) is the response of the delay line and the lowpass, with the sign that
  /// makes P positive at the first peak. With the lowpass's phase delay alone, φ would be 0 there. But g decreases with
  /// frequency, by σ nepers per radian, which lowers the peak. With a group delay of τ the magnitude has its peak where
  /// ```
  /// sin φ = σ/τ·(cos φ·(1 - abg²) + ag - bg)/(1 + abg²)
  /// ```
  /// Three rounds solve this within a cent if there is feedback.
  ///
  /// - Parameter delay: frames, at least two for each period of the fundamental.
  private func lowpassDelay(_ coefficient: Double, _ delay: Double) -> Double {
    let pole = 1 - coefficient
    guard pole > 0 else { return 0 }
    let angle = 2 * Double.pi * periods / delay
    let (s, c) = (sine(angle), cosine(angle))
    let square = 1 - 2 * pole * c + pole * pole
    let phaseDelay = arcTangent(pole * s, 1 - pole * c) / angle
    let groupDelay = pole * (c - pole) / square
    let slope = pole * s / square
    let g = (isOdd ? -coefficient : coefficient) / squareRoot(square)
    let (ag, bg) = ((echoGain - feedback / 100) * g, feedback / 100 * g)
    var lead = 0.0
    for _ in 0..<3 {
      let cosine = 1 - 0.5 * lead * lead
      let whole = (delay - phaseDelay - lead / angle + groupDelay) * (1 + ag * bg)
      let sine = slope * (cosine * (1 - ag * bg) + ag - bg) / whole
      lead = sine + sine * sine * sine / 6
    }
    return phaseDelay + lead / angle
  }
}
