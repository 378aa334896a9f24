import LV2Host
import Model
import Support
import TestHost

enum StateEmpty: PluginCheck {
  enum Message: MessageKind {
    case nonfiniteOutput

    var text: MessageText {
      switch self {
      case .nonfiniteOutput:
        MessageText(
          .error, rule: rule,
          remedy:
            "Set each value that {the output} depends on to its default in restore() if retrieve() returns NULL for it."
        )
      }
    }
  }

  private static let rule = Rule(
    "The plug-in MUST gracefully fall back to a default value when a value can not be retrieved; this allows the host to "
      + "reset the plug-in state with an empty map", source: "lv2/state/state.h: LV2_State_Interface.restore")

  static let id: CheckID = "state.empty"
  static let provocation = Provocation(
    MessageText(
      .error, rule: rule,
      remedy: "Test the pointer that retrieve() returns for NULL in restore(), and use the default value if it is NULL."
    ), exercise: .stimulus)
  static let text = CheckText(
    asserts: "The plug-in runs correctly after restore() without properties.",
    method: "Restores an empty state into a fresh instance, and into one whose controls, parameters and MIDI state "
      + "were changed. Plays noise through both; every output sample must be finite.",
    level: CheckLevel(4, "New sessions begin with an empty state."))

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let folder = try TemporaryFolder()
    guard let instance = try context.statefulInstance(folder) else { return .skipped(PluginDescription.noState) }
    let file = try folder.writeFile(for: context)
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
      .nonfiniteOutput, place.port, context,
      "is \(place.value.text) after restore() with an empty state; expected finite samples.",
      naming: ["output \(context.name(place.port))"])
  }
}
