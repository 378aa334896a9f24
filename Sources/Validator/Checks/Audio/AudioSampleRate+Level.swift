import Glibc
import LV2Host
import Model
import Scenarios
import TestHost

/// The level of the sound at each usual rate.
extension AudioSampleRate {
  /// In dB. The noise has other frequencies at each rate, so that its level below 2 kHz differs by up to 3 dB.
  static let leastLevelDifference = 9.0
  /// In hertz: the rates that are compared with 48 kHz, those that most hosts use first.
  private static let otherRates = [double, 44_100, 192_000, 88_200, 176_400]
  /// In hertz: up to this rate, a difference is a warning.
  private static let highestCommonRate = 96_000.0
  /// In seconds: the sound at one rate, and the processor time that all rates may need.
  private static let (duration, budget) = (0.25, 0.25)
  /// In dBFS: a sound that is quieter is not compared.
  private static let leastLevel = -60.0
  /// Of the lowpasses, in hertz.
  private static let cutoff = 2000.0

  /// A finding if the level at another rate than 48 kHz differs.
  static func levelFinding(in context: PluginContext) throws -> Finding? {
    let isSlow = context.load * duration * 2 * Double(otherRates.count) > budget
    let rates = isSlow ? Array(otherRates.prefix(1)) : otherRates
    guard let usual = try level(context, single, context.seed), usual > leastLevel else { return nil }
    var differing: [(rate: Double, level: Double)] = []
    for rate in rates {
      guard let level = try level(context, rate, context.seed), abs(level - usual) >= leastLevelDifference,
        let again = try self.level(context.settled, rate, ~context.seed),
        let other = try self.level(context.settled, single, ~context.seed), abs(again - other) >= leastLevelDifference,
        (again > other) == (level > usual)
      else { continue }
      differing.append((rate, level))
    }
    guard let worst = differing.max(by: { abs($0.level - usual) < abs($1.level - usual) }) else { return nil }
    let isCommon = differing.contains { $0.rate <= highestCommonRate }
    let rest = differing.filter { $0.rate != worst.rate }.map { kilohertz($0.rate) }
    return runFinding(
      .level, severity: isCommon ? nil : .note, context,
      "At \(kilohertz(worst.rate)), the output for noise \(text(level: worst.level)); expected about the "
        + "\(text(decibels: usual)) of \(kilohertz(single))."
        + (rest.isEmpty ? "" : " The level also differs at \(rest.listed(atMost: 4))."),
      naming: [kilohertz(worst.rate)], count: differing.count)
  }

  private static func kilohertz(_ rate: Double) -> String { "\(rate.inKilohertz) kHz" }

  private static func text(level: Double) -> String {
    level.isFinite ? "has a level of \(text(decibels: level))" : "is silent"
  }
  private static func text(decibels: Double) -> String { "\(Int(decibels.rounded())) dBFS" }

  /// The level below 2 kHz of the second half of the sound in dBFS; nil if instantiate() fails, a sample is not finite,
  /// or the plug-in schedules work, which can end at any frame.
  private static func level(_ context: PluginContext, _ rate: Double, _ seed: UInt32) throws -> Double? {
    CrashRecord.note(activity: "noise at \(Int(rate)) Hz")
    guard let instance = try instance(context, rate, nil) else { return nil }
    let frames = Int(duration * rate)
    let notes = chord.map { Scenario.Event(0, .midi([0x90, $0, 100])) }
    let audio = instance.perform(
      Scenario.Passage(.equalNoise(amplitude: 0.25, seed: seed), frames: frames, score: notes)
    ).audio
    guard audio.firstNonfinite == nil, instance.hosted.features.worker.scheduleCount == 0 else { return nil }
    return 10 * log10(channels(audio, of: context.plugin).reduce(0) { $0 + power($1, rate) })
  }

  /// The mean square of the second half behind two lowpasses: a treble booster has other frequencies at each rate.
  private static func power(_ samples: [Float], _ rate: Double) -> Double {
    let share = 1 - exp(-2 * .pi * cutoff / rate)
    var (first, second, sum) = (0.0, 0.0, 0.0)
    for (frame, sample) in samples.enumerated() {
      first += share * (Double(sample) - first)
      second += share * (first - second)
      if frame >= samples.count / 2 { sum += second * second }
    }
    return sum / Double(samples.count - samples.count / 2)
  }
}
