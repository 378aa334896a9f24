import Glibc
import LV2Host
import Model
import Scenarios
import TestHost

/// The difference of the two outputs for the same sound in both inputs, which depends on the rate if one channel does not know it.
extension AudioSampleRate {
  /// Relative to the peak: what rounding leaves at most, and what is a difference. Nothing between them is judged.
  private static let (equal, different): (Float, Float) = (1e-5, 0.03)
  /// In hertz: what a channel that does not know the rate assumes most often.
  private static let usual = 44_100.0
  /// In seconds.
  private static let duration = 0.25

  /// The largest difference of the first two channels relative to their peak; nil if they are silent, or one is missing.
  static func imbalance(_ channels: [[Float]]) -> Float? {
    let peak = channels.prefix(2).joined().reduce(0) { max($0, abs($1)) }
    guard channels.count > 1, peak > 1e-4 else { return nil }
    return zip(channels[0], channels[1]).reduce(0) { max($0, abs($1.0 - $1.1)) } / peak
  }

  static func isBalanced(_ imbalance: Float?) -> Bool { imbalance.map { $0 <= equal } ?? false }

  /// A finding if the outputs are equal at one rate and differ at another one.
  ///
  /// - Parameters:
  ///   - single: the imbalance at 48 kHz.
  ///   - double: that at 96 kHz.
  ///   - setting: nil for the defaults.
  ///   - isBalancedAtDefaults: whether the outputs are equal at the defaults, so that a difference at both rates may be one of the
  ///     rate too.
  static func channelFinding(
    _ context: PluginContext, _ single: Float?, _ double: Float?, _ setting: ControlSetting?, isBalancedAtDefaults: Bool
  ) throws -> Finding? {
    guard let single, let double else { return nil }
    let (rate, reference): (Double, Double)
    switch (single, double) {
    case (...equal, different...): (rate, reference) = (self.double, self.single)
    case (different..., ...equal): (rate, reference) = (self.single, self.double)
    case (different..., different...) where isBalancedAtDefaults: (rate, reference) = (self.single, usual)
    default: return nil
    }
    let settled = context.settled
    for seed in [context.seed, ~context.seed] {
      guard let atReference = try imbalance(settled, reference, setting, seed), atReference <= equal,
        let atRate = try imbalance(settled, rate, setting, seed), atRate >= different
      else { return nil }
    }
    let level = DifferenceLevel(max(single, double), peak: 1)
    let place = setting.map { ", with \($0.description)" } ?? ""
    return runFinding(
      .channels, context,
      "At \(rate.inKilohertz) kHz the outputs differ \(level.clause) for the same sound in all inputs\(place). They are equal at "
        + "\(reference.inKilohertz) kHz.", controls: setting?.controls)
  }

  /// The same for a short noise.
  private static func imbalance(
    _ context: PluginContext, _ rate: Double, _ setting: ControlSetting?, _ seed: UInt32
  ) throws -> Float? {
    CrashRecord.note(activity: "noise at \(Int(rate)) Hz")
    guard let instance = try instance(context, rate, setting, hasEqualInputs: true) else { return nil }
    let noise = Scenario.Passage(.equalNoise(amplitude: 0.25, seed: seed), frames: Int(duration * rate))
    return imbalance(channels(instance.perform(noise).audio, of: context.plugin))
  }
}
