import LV2Host
import TestHost
import ValidationModel

enum AudioNanCrash: PluginCheck {
  static let id: CheckID = "audio.nan-crash"
  /// In a process of its own: memory that a plug-in does not clear holds NaN afterwards, for the next instance to read.
  static let isolation = CheckIsolation.own
  static let text = CheckText(
    asserts: "Input that is NaN or infinite neither crashes the plug-in nor keeps it from returning.",
    rule: "A plug-in gets what the one before it put out; whatever an array of float holds must not end the session",
    source: "lv2core: lv2:AudioPort",
    method: "Plays noise with single NaNs and infinities in it, and whole blocks of NaN, of infinity, and of ±1e30.",
    remedy: "Clamp before converting to an integer or indexing; wrap by arithmetic, not by a loop of subtractions.",
    severities: [.error])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard context.plugin.hasAudioInput else { return .skipped("it has no audio or CV input") }
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    instance.activate()
    for value: Float in [.nan, .infinity, -.infinity, 1e30, -1e30, .greatestFiniteMagnitude] {
      CrashRecord.note(activity: "\(value) at the audio inputs")
      for step in [97, 1] {
        instance.feed(value, every: step, into: context.noise, blocks: 2)
        instance.play(context.noise, frames: 1024)
      }
      instance.reset()
    }
    return .passed
  }
}
