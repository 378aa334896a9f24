import LV2Host
import Model
import Support
import TestHost

enum StateEmpty: PluginCheck {
  enum Message: MessageKind { case nonfiniteOutput }

  static let id: CheckID = "state.empty"
  static let text = CheckText(
    asserts: "The plug-in runs correctly after restore() without properties.",
    rule: "If a value cannot be retrieved, the plug-in falls back to a default: hosts may reset it with an empty state",
    source: "lv2/state/state.h: LV2_State_Interface.restore",
    method: "Restores an empty state into a fresh instance, and into one whose controls, parameters and MIDI state "
      + "were changed. Plays noise through both; every output sample must be finite.",
    remedy: "Check the pointer that retrieve() returns, and use the default value if it is NULL.",
    level: CheckLevel(4, "New sessions begin with an empty state."),
    severities: [.error])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let folder = try TemporaryFolder()
    guard let instance = try context.statefulInstance(folder) else { return .skipped(PluginDescription.noState) }
    let file = try folder.writeSound()
    CrashRecord.note(activity: "an empty state, fresh instance")
    instance.restore(StateSnapshot())
    instance.activate()
    var place = instance.play(context.noise, frames: 4096).firstNonfinite
    instance.randomizeState(context, for: id, file: file)
    instance.setDefaults()
    instance.deactivate()
    CrashRecord.note(activity: "an empty state, instance with changes")
    instance.restore(StateSnapshot())
    instance.activate()
    place = place ?? instance.play(context.noise, frames: 4096).firstNonfinite
    guard let place, try context.isFiniteAtDefaults() else { return .passed }
    return outputFinding(
      .nonfiniteOutput, .error, place.port, context,
      "is \(place.value) after restore() with an empty state; expected finite samples.")
  }
}
