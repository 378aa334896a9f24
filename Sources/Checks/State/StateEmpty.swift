import LV2Host
import Support
import TestHost
import ValidationModel

enum StateEmpty: PluginCheck {
  static let id: CheckID = "state.empty"
  static let text = CheckText(
    asserts: "restore() with no properties leaves a plug-in that runs.",
    rule:
      "A plug-in falls back to a default value where a value cannot be retrieved: a host may reset it with an empty map",
    source: "lv2/state/state.h: LV2_State_Interface.restore",
    method:
      "Restores nothing into a fresh instance, and into one that was changed in all ways that a host has, and plays "
      + "noise through both. Every sample has to be finite.",
    remedy: "Look at what retrieve() returns before you read it: NULL means that there is no such value.",
    severities: [.error])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let folder = try TemporaryFolder()
    guard let instance = try context.statefulRig(folder) else { return .skipped(PluginContext.noState) }
    let file = try folder.writeSound()
    CrashRecord.note(activity: "no properties, fresh")
    instance.restore(StateSnapshot())
    instance.activate()
    var place = instance.play(context.noise, frames: 4096).firstNonfinite
    instance.randomizeState(context, for: id, file: file)
    instance.setDefaults()
    instance.deactivate()
    CrashRecord.note(activity: "no properties, changed before")
    instance.restore(StateSnapshot())
    instance.activate()
    place = place ?? instance.play(context.noise, frames: 4096).firstNonfinite
    guard let place, try context.isFiniteAtDefaults() else { return .passed }
    return .findings([
      finding(
        .error, "Output \(context.name(place.port)) is \(place.value) after restore() with no properties.",
        call: "run()",
        seed: context.seed)
    ])
  }
}
