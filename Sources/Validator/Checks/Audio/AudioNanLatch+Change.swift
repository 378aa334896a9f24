import LV2Host
import Model
import Scenarios
import TestHost

/// What NaN, infinity and very large samples in the input change in later sound.
extension AudioNanLatch {
  /// The number of settings besides the defaults.
  private static let changeSettings = 4
  /// In seconds of noise after the samples: until the outputs are compared first, until they are compared again, and of the
  /// compared sound.
  private static let (early, late, compared) = (2.0, 8.0, 0.25)
  /// In hertz: of a tone after the noise, to which detectors for low frequencies react.
  private static let lowFrequency = 30.0
  /// In frames: the noise before the samples.
  private static let before = 8192
  /// -40 dB relative to the peak: a smaller difference can be the end of a long release.
  private static let tolerance: Float = 0.01

  private struct Input {
    let name: String
    let samples: [Float]
  }

  private static let inputs = [
    Input(name: "NaN and infinity", samples: [.infinity, .nan]),
    Input(
      name: "finite samples of up to 3.4e38", samples: [1e30, .greatestFiniteMagnitude, -.greatestFiniteMagnitude]),
  ]

  /// The finding about output that such samples made NaN or infinite, or changed for a long time.
  static func lastingOutcome(_ context: PluginContext) throws -> CheckOutcome {
    let settings = context.sweep(seconds: 3 * early, for: id).prefix(context.reduced(changeSettings))
    for setting in [nil] + settings.map(Optional.some) {
      guard let usual = try sound(context, setting, after: []), usual.firstNonfinite == nil,
        usual.peak > LifeReset.audible
      else { continue }
      for input in inputs {
        guard let changed = try sound(context, setting, after: input.samples) else {
          // NaN and infinity are the subject of the other messages.
          if input.samples.contains(where: \.isNaN) { continue }
          guard try stays(context, setting, after: input.samples) else { continue }
          return finding(
            .hugeUntilReactivation,
            "The output remained NaN or infinite for 10 s after \(input.name) in the input", setting, context)
        }
        guard try isLasting(changed, usual, input, context, setting) else { continue }
        return finding(
          .changedUntilReactivation,
          "\(Int(late)) s after \(input.name) in the input, the output still differs by more than -40 dB from that of an "
            + "instance without them", setting, context)
      }
    }
    return .passed
  }

  private static func finding(
    _ message: Message, _ event: String, _ setting: ControlSetting?, _ context: PluginContext
  ) -> CheckOutcome {
    let condition = setting.map { ", with \($0.description)" } ?? ""
    return runFinding(
      message, context, "\(event)\(condition); expected the usual output.", controls: setting?.controls)
  }

  /// Whether a difference does not become smaller, repeats, and is not made by any other input.
  private static func isLasting(
    _ changed: Recording, _ usual: Recording, _ input: Input, _ context: PluginContext, _ setting: ControlSetting?
  ) throws -> Bool {
    let first = usual.largestDifference(from: changed)
    guard first > tolerance * usual.peak, changed.peak < 10 * usual.peak,
      let other = try sound(context, setting, after: [], seed: ~context.seed),
      usual.largestDifference(from: other) < tolerance / 10 * usual.peak,
      let again = try sound(context, setting, after: input.samples), again.isIdentical(to: changed),
      let lateUsual = try sound(context, setting, after: [], seconds: late),
      let lateChanged = try sound(context, setting, after: input.samples, seconds: late)
    else { return false }
    return lateUsual.largestDifference(from: lateChanged) > max(0.5 * first, tolerance * lateUsual.peak)
  }

  /// The output some seconds after samples that replace some of loud noise; nil if it is not finite.
  private static func sound(
    _ context: PluginContext, _ setting: ControlSetting?, after samples: [Float], seed: UInt32? = nil,
    seconds: Double = early
  ) throws -> Recording? {
    let loud = Signal.noise(amplitude: 2, seed: context.seed)
    let history = Signal.noise(amplitude: 2, seed: seed ?? context.seed)
    let instance = try context.activeInstance(at: setting)
    let length = instance.configuration.maximumBlockLength
    instance.stream(history, frames: before) { _, _ in true }
    for index in 0..<3 {
      if samples.isEmpty {
        instance.stream(history, frames: length) { _, _ in true }
      } else {
        instance.play(loud, replacingEvery: 97, with: samples[index % samples.count], blocks: 1)
      }
    }
    instance.stream(loud, frames: Int(seconds * context.rate)) { _, _ in true }
    var recording = instance.play(loud, frames: Int(compared * context.rate))
    let low = Signal.sine(frequency: lowFrequency, amplitude: 2)
    instance.stream(low, frames: Int(compared * context.rate)) { _, _ in true }
    recording.append(instance.play(low, frames: Int(compared * context.rate), from: Int(compared * context.rate)))
    return recording.firstNonfinite == nil ? recording : nil
  }

  /// Whether the output remains NaN or infinite for 10 s.
  private static func stays(
    _ context: PluginContext, _ setting: ControlSetting?, after samples: [Float]
  ) throws -> Bool {
    let instance = try context.activeInstance(at: setting)
    for sample in samples { instance.play(context.noise, replacingEvery: 97, with: sample, blocks: 1) }
    return !recovers(instance, context, seconds: 10)
  }
}
