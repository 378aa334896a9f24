import Model
import Support
import TestHost

enum AudioNanCrash: PluginCheck {
  typealias Message = NoMessage

  static let id: CheckID = "audio.nan-crash"
  /// Memory that a plug-in does not clear contains NaN afterwards, and a later instance in this process could read it.
  static let isolation = CheckIsolation.last
  static let answersFor: Set<EndSubject> = [.nonfiniteInput]
  static let text = CheckText(
    asserts: "Input samples that are NaN or infinite do not crash the plug-in, and run() returns.",
    method: "Plays noise with single samples, and then whole blocks, of NaN, infinity, ±1e30 and the largest float.",
    level: CheckLevel(5, "One defective plug-in before this one ends the session."))

  static let provocation = Provocation(
    MessageText(
      .error,
      rule: Rule(
        "Audio samples are normalized between -1.0 and 1.0, \"though there is no requirement for samples to be "
          + "strictly within this range\"; an input holds what the previous plug-in wrote",
        source: "lv2core: lv2:AudioPort"),
      remedy:
        "Clamp a sample, with comparisons that also replace NaN, before it becomes an integer, an index or a loop "
        + "count. Use fmodf() or floorf() to limit a phase, not a loop that subtracts."), exercise: .stimulus)

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard context.plugin.hasAudioInput else { return .skipped("the plug-in has no audio or CV input") }
    let instance = try context.activeInstance()
    for value: Float in [.nan, .infinity, -.infinity, 1e30, -1e30, .greatestFiniteMagnitude] {
      CrashRecord.note(activity: "\(value.text) at the audio inputs")
      for step in [97, 1] {
        instance.play(context.noise, replacingEvery: step, with: value, blocks: 2)
        instance.play(context.noise, frames: 1024)
      }
      instance.reset()
    }
    return .passed
  }
}
