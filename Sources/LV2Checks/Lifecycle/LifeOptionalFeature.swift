import LV2Host

enum LifeOptionalFeature: PluginCheck {
  static let id = CheckID.lifeOptionalFeature
  static let text = CheckText(
    asserts: "It works with the required features only.",
    rule: "A plug-in works without its optional features",
    source: "lv2core: lv2:optionalFeature, lv2:requiredFeature",
    method: "Instantiates with an array that holds the required features and nothing else, and runs noise through it.",
    remedy: "Look features up and do without those that are missing, or require them.",
    severities: [.error])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    var setup = RigSetup(context)
    setup.features = .only(context.plugin.requiredFeatures)
    do {
      _ = try context.record(context.noise, frames: 8 * context.blockLength, setup)
      return .passed
    } catch HostError.notInstantiated {
      let optional = context.plugin.optionalFeatures.sorted().joined(separator: ", ")
      let detail = optional.isEmpty ? "It declares no feature" : "It declares \(optional) optional"
      return .findings([
        finding(
          .error, "\(detail), but instantiate() returns NULL where only the required ones are offered.",
          call: "instantiate()")
      ])
    }
  }
}
