import Model
import TestHost

enum AudioDeterminism: PluginCheck {
  enum Message: MessageKind {
    case output

    var text: MessageText {
      switch self {
      case .output:
        MessageText(
          .note,
          rule: Rule(
            "No term forbids random output, but an exported file should equal what the user heard",
            source: "lv2val: the specification has no such requirement"),
          remedy: "Give random number generators a constant seed and oscillators a constant phase in activate(){, and "
            + "initialize all memory}.")
      }
    }
  }

  static let id: CheckID = "audio.determinism"
  static let text = CheckText(
    asserts: "Three fresh instances give the same bits for the same input.",
    method: "Plays the same noise through three instances, one after another, and compares the outputs bit by bit. The "
      + "time of day changes before the third.",
    level: CheckLevel(9, "Exports differ from each other, which many plug-ins intend."))

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
    let differences = [1, 2].map { recordings[0].firstDifference(from: recordings[$0]) }
    guard let place = differences[0] ?? differences[1] else { return .passed }
    let dependsOnTime = differences[0] == nil
    return outputFinding(
      .output, place.port, context,
      "differs from frame \(place.frame) on between two fresh instances"
        + "\(dependsOnTime ? " at different times of day" : ""); expected equal output.",
      naming: [dependsOnTime ? ", independent of the time of day" : ", and initialize all memory"])
  }
}
