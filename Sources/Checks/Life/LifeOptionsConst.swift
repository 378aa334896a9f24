import TestHost
import ValidationModel

enum LifeOptionsConst: PluginCheck {
  static let id: CheckID = "life.options-const"
  static let text = CheckText(
    asserts: "The array of options is not written.",
    rule: "The options that instantiate() receives are const, and belong to the host",
    source: "lv2/options/options.h: LV2_Options_Option, LV2_OPTIONS__options",
    method: "Gives instantiate() features and options on pages that cannot be written: a write ends the process there.",
    remedy: "Copy the values that are to be changed.",
    severities: [.error])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    var setup = InstanceSetup(context)
    setup.readOnlyOptions = true
    _ = try context.record(context.noise, frames: 4 * context.blockLength, setup)
    return .passed
  }
}
