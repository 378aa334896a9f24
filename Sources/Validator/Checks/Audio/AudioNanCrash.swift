import Model
import TestHost

enum AudioNanCrash: PluginCheck {
  typealias Message = NoMessage

  static let id: CheckID = "audio.nan-crash"
  /// Memory that a plug-in does not clear contains NaN afterwards, and a later instance in this process could read it.
  static let isolation = CheckIsolation.last
  static let text = CheckText(
    asserts: "Input samples that are NaN or infinite do not crash the plug-in, and run() returns.",
    rule: "A plug-in receives what the previous plug-in wrote; no content of a float buffer may end the session",
    source: "lv2core: lv2:AudioPort",
    method: "Plays noise with single samples, and then whole blocks, of NaN, infinity, ±1e30 and the largest float.",
    remedy: "Clamp samples before converting them to integers or indices; wrap phases by arithmetic, not by a loop.",
    level: CheckLevel(5, "One defective plug-in before this one ends the session."),
    severities: [.error])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard context.plugin.hasAudioInput else { return .skipped("the plug-in has no audio or CV input") }
    let instance = try context.activeInstance()
    for value: Float in [.nan, .infinity, -.infinity, 1e30, -1e30, .greatestFiniteMagnitude] {
      CrashRecord.note(activity: "\(value) at the audio inputs")
      for step in [97, 1] {
        instance.play(context.noise, replacingEvery: step, with: value, blocks: 2)
        instance.play(context.noise, frames: 1024)
      }
      instance.reset()
    }
    return .passed
  }
}
