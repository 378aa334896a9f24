import LV2Host
import TestHost
import ValidationModel

enum AudioDeterminism: PluginCheck {
  static let id: CheckID = "audio.determinism"
  static let text = CheckText(
    asserts: "Three fresh instances give the same bits for the same input.",
    rule: "Nothing forbids chance, but an export that differs from what was heard surprises the user",
    source: "our own: no term of the specification asks for it",
    method: "Plays the same noise through three instances, one after another, and compares the bits of the outputs. "
      + "For the third the time of day is another.",
    remedy: "Seed random generators and start oscillators in activate(); initialise all memory.",
    severities: [.note])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard context.plugin.hasAudioOutput else { return .skipped("it has no audio or CV output") }
    // Alive together, so that the library stays loaded and its static variables keep what each one left there.
    var instances: [InstanceUnderTest] = []
    let takes = try (0..<3).map { take in
      if take == 2 { context.changeTimeOfDay() }
      let instance = try InstanceUnderTest(context, InstanceSetup(context))
      instances.append(instance)
      instance.activate()
      return instance.play(context.noise, frames: 8192)
    }
    guard let place = takes[0].firstDifference(from: takes[1]) ?? takes[0].firstDifference(from: takes[2]) else {
      return .passed
    }
    return .findings([
      finding(
        .note, "Output \(context.name(place.port)) differs between fresh instances from frame \(place.frame) on.",
        call: "run()", seed: context.seed)
    ])
  }
}
