import LV2Host
import TestHost
import ValidationModel

enum AudioNanLatch: PluginCheck {
  static let id: CheckID = "audio.nan-latch"
  /// In a process of its own, as audio.nan-crash is.
  static let isolation = CheckIsolation.own
  static let text = CheckText(
    asserts: "The output is finite again after the input is, and at the latest after a reactivation.",
    rule: "activate() puts the state back to what it was after instantiate(), so that no history is left in it",
    source: "lv2/core/lv2.h: activate()",
    method:
      "Plays noise with NaN and infinity in it, then clean noise: the output has to be finite within 10 s (note where "
      + "not), and 0.25 s after deactivate and activate (warning where not).",
    remedy: "Clear the state in activate(), by assignment and not by a factor of 0; test the state once a block.",
    severities: [.note, .warning])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard context.plugin.hasAudioInput, context.plugin.hasAudioOutput else {
      return .skipped("it has no audio input, or no output")
    }
    guard try context.isFiniteAtDefaults() else {
      return .skipped("its output is not finite to begin with: see audio.nonfinite")
    }
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    instance.activate()
    instance.play(context.noise, frames: 4096)
    for value: Float in [.infinity, .nan] { instance.feed(value, every: 97, into: context.noise, blocks: 1) }
    guard !recovers(instance, context, seconds: 10) else { return .passed }
    instance.reset()
    let afterReset = recovers(instance, context, seconds: 0.25)
    return .findings([
      finding(
        afterReset ? .note : .warning,
        afterReset
          ? "Once NaN or infinity has been in the input, the output is not finite any more until a reactivation."
          : "Once NaN or infinity has been in the input, the output is not finite any more, after a reactivation either.",
        call: "run()", seed: context.seed)
    ])
  }

  /// Whether the outputs are finite for a quarter of a second on end within the time, on clean noise.
  private static func recovers(_ instance: InstanceUnderTest, _ context: PluginContext, seconds: Double) -> Bool {
    let quarter = Int(context.rate / 4)
    var clean = 0
    instance.stream(context.noise, frames: Int(seconds * context.rate)) { _, length in
      clean = instance.firstOutput(in: length) { !$0.isFinite } == nil ? clean + length : 0
      return clean < quarter
    }
    return clean >= quarter
  }
}
