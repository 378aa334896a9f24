/// Settings of the comb, from milliseconds, per cent, hertz and decibels.
///
/// The comb is the universal comb filter of U. Zölzer (ed.), DAFX, section 2.5.3, with a one-pole lowpass in its loop.
public struct CombDesign: Sendable {
  /// Milliseconds between the echoes.
  public var delay: Double
  /// Per cent, -99 to 99.
  public var feedback: Double
  /// Per cent, -100 to 100.
  public var feedforward: Double
  /// The loop's lowpass, in hertz; from `undamped` on there is none.
  public var damping: Double
  /// Per cent of the comb in the output, 0 to 100.
  public var mix: Double
  /// Decibels, of the output.
  public var gain: Double

  /// From this damping on, in hertz, the loop has no lowpass.
  public static var undamped: Double { 20_000 }
  /// The longest delay, in milliseconds.
  public static var longest: Double { 1000 }

  public init(
    delay: Double, feedback: Double, feedforward: Double, damping: Double, mix: Double, gain: Double
  ) {
    self.delay = delay
    self.feedback = feedback
    self.feedforward = feedforward
    self.damping = damping
    self.mix = mix
    self.gain = gain
  }

  /// Whether the teeth stand at odd multiples of the fundamental, not at all.
  ///
  /// At the multiples of the inverse delay the comb's gain is (1 + ff)/(1 - fb), halfway between them it is
  /// (1 - ff)/(1 + fb): the former is the larger where ff + fb is positive.
  private var isOdd: Bool { feedback + feedforward < 0 }

  /// Periods of the fundamental in a delay.
  private var periods: Double { isOdd ? 0.5 : 1 }

  /// A line shorter than this, in frames, may have fewer taps than it should, which draw the first tooth down.
  private static var short: Double { 5 }

  /// What the comb does, and its first tooth in hertz: 1/delay, or half of that where the teeth are odd, as far as the
  /// shortest delay that the line has at this rate, and its taps, let it.
  ///
  /// - Parameter rate: frames a second.
  public func tuned(rate: Double) -> (settings: CombSettings, fundamental: Double) {
    let openness = self.openness(rate)
    let level = amplitude(decibels: gain)
    let wanted = delay * 0.001 * rate
    let lag = self.lag(openness, max(wanted, 2 * periods))
    let line = max(wanted - lag, Interpolator.shortest)
    let settings = CombSettings(
      delay: line, feedback: feedback / 100, openness: openness, direct: level, echo: level * echo)
    let angle = 2 * Double.pi * periods / (line + lag)
    let tooth = line < Self.short ? CombResponse(settings).peak(near: angle) : angle
    return (settings, min(tooth / (2 * Double.pi), 0.5) * rate)
  }

  /// How loud the first echo is, where the input is 1.
  private var echo: Double { mix * (feedback + feedforward) / 10_000 }

  /// A one-pole lowpass that decays as its analog model does: 1 - e^(-2πf/rate). Up to half of `undamped` f is the
  /// damping, within 7 %; from there on it rises beyond all bounds, so that nothing steps where the lowpass ends.
  private func openness(_ rate: Double) -> Double {
    guard damping < Self.undamped else { return 1 }
    let part = damping / Self.undamped
    let square = part * part
    return 1 - exponential(-2 * Double.pi * damping / (rate * (1 - square * square)))
  }

  /// By how many frames the lowpass openness/(1 - (1 - openness)/z) seems to lengthen a delay: the line is so much
  /// shorter that the first tooth has its peak where it would be without it.
  ///
  /// The comb is (1 + aP)/(1 - bP), where P = g·e^(iφ) is the line with the lowpass, turned so that the first tooth is
  /// where P is positive. The loop would be in phase there, φ = 0, if its delay were less by the lowpass's phase delay
  /// alone; but g falls as the frequency rises, by σ nepers a radian, and draws the peak down. With a group delay of τ the
  /// comb's magnitude has no slope where
  /// ```
  /// sin φ = σ/τ·(cos φ·(1 - abg²) + ag - bg)/(1 + abg²)
  /// ```
  /// which three rounds solve within a cent where there is feedback.
  ///
  /// - Parameter delay: in frames, at least two for each period of the fundamental.
  private func lag(_ openness: Double, _ delay: Double) -> Double {
    let pole = 1 - openness
    guard pole > 0 else { return 0 }
    let angle = 2 * Double.pi * periods / delay
    let (s, c) = (sine(angle), cosine(angle))
    let square = 1 - 2 * pole * c + pole * pole
    let phaseDelay = arcTangent(pole * s, 1 - pole * c) / angle
    let groupDelay = pole * (c - pole) / square
    let slope = pole * s / square
    let g = (isOdd ? -openness : openness) / squareRoot(square)
    let (ag, bg) = ((echo - feedback / 100) * g, feedback / 100 * g)
    var lead = 0.0
    var round = 0
    while round < 3 {
      let cosine = 1 - 0.5 * lead * lead
      let whole = (delay - phaseDelay - lead / angle + groupDelay) * (1 + ag * bg)
      let sine = slope * (cosine * (1 - ag * bg) + ag - bg) / whole
      lead = sine + sine * sine * sine / 6
      round += 1
    }
    return phaseDelay + lead / angle
  }
}
