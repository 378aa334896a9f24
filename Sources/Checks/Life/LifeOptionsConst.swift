import TestHost
import ValidationModel

enum LifeOptionsConst: PluginCheck {
  typealias Message = NoMessage

  static let id: CheckID = "life.options-const"
  static let text = CheckText(
    asserts: "The plug-in does not write to the features and options that instantiate() receives.",
    rule: "The features, the LV2_Options_Option array and its values are const and belong to the host",
    source: "lv2/options/options.h: LV2_Options_Option, LV2_OPTIONS__options",
    method: "Passes features and options to instantiate() in read-only pages. A write crashes, which is an error.",
    remedy: "Copy the values that the plug-in needs to change.",
    level: CheckLevel(4, "A host that keeps options in read-only memory crashes."),
    severities: [.error])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let setup = InstanceSetup(context, \.readOnlyOptions, true)
    _ = try context.record(context.noise, frames: 4 * context.blockLength, setup)
    return .passed
  }
}
