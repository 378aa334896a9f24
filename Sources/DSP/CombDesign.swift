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

  /// - Parameter rate: frames a second.
  public func settings(rate: Double) -> CombSettings {
    let openness = self.openness(rate)
    let share = mix / 100
    let level = amplitude(decibels: gain)
    return CombSettings(
      delay: line(rate, openness), feedback: feedback / 100, openness: openness, direct: level,
      echo: level * share * (feedback + feedforward) / 100)
  }

  /// The comb's first tooth, in hertz: 1/delay, or half of that where the teeth are odd, as far as the shortest delay
  /// that the line has at this rate lets it.
  ///
  /// - Parameter rate: frames a second.
  public func fundamental(rate: Double) -> Double {
    let openness = self.openness(rate)
    let wanted = periods * 1000 / delay
    let line = self.line(rate, openness)
    let total = line + lag(openness, 2 * Double.pi * wanted / rate)
    return min(periods * rate / total, rate / 2)
  }

  /// A one-pole lowpass that decays as its analog model does: 1 - e^(-2πf/rate).
  private func openness(_ rate: Double) -> Double {
    guard damping < Self.undamped else { return 1 }
    return 1 - exponential(-2 * Double.pi * damping / rate)
  }

  /// The line's delay in frames: what is wanted, less what the lowpass adds to it at the fundamental.
  private func line(_ rate: Double, _ openness: Double) -> Double {
    let wanted = delay * 0.001 * rate
    let lagging = lag(openness, 2 * Double.pi * periods / wanted)
    return max(wanted - lagging, Interpolator.shortest)
  }

  /// The phase delay in frames of the lowpass openness/(1 - (1 - openness)/z) at `angle` radians a frame.
  private func lag(_ openness: Double, _ angle: Double) -> Double {
    let pole = 1 - openness
    guard pole > 0 else { return 0 }
    return arcTangent(pole * sine(angle), 1 - pole * cosine(angle)) / angle
  }
}
