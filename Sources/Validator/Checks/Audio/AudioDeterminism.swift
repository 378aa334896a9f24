import Model
import TestHost

enum AudioDeterminism: PluginCheck {
  enum Message: MessageKind { case output }

  static let id: CheckID = "audio.determinism"
  static let text = CheckText(
    asserts: "Three fresh instances give the same bits for the same input.",
    rule: "No term forbids random output, but an exported file should equal what the user heard",
    source: "lv2val; no LV2 term states it",
    method: "Plays the same noise through three instances, one after another, and compares the outputs bit by bit. The "
      + "time of day changes before the third.",
    remedy:
      "Give random number generators a fixed seed and oscillators a fixed phase in activate(). Initialize all memory.",
    level: CheckLevel(9, "Exports differ from each other, which many plug-ins intend."),
    severities: [.note])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard context.plugin.hasAudioOutput else { return .skipped("the plug-in has no audio or CV output") }
    // All instances exist at once: the library stays loaded, and static variables keep what earlier instances wrote.
    var instances: [InstanceUnderTest] = []
    let recordings = try (0..<3).map { index in
      if index == 2 { context.changeTimeOfDay() }
      let instance = try context.activeInstance()
      instances.append(instance)
      return instance.play(context.noise, frames: 8192)
    }
    guard
      let place = recordings[0].firstDifference(from: recordings[1])
        ?? recordings[0].firstDifference(from: recordings[2])
    else { return .passed }
    return outputFinding(
      .output, .note, place.port, context, "differs between fresh instances from frame \(place.frame) on.")
  }
}
