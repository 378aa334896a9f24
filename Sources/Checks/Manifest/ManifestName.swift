import TestHost
import ValidationModel

enum ManifestName: PluginCheck {
  static let id: CheckID = "manifest.name"
  static let depth = CheckDepth.description
  static let text = CheckText(
    asserts: "The plug-in has an untranslated doap:name.",
    rule: "A plug-in has at least one doap:name without a language tag",
    source: "lv2core: lv2:Plugin, restriction on doap:name",
    method: "Reads the literals of doap:name in the bundle's Turtle.",
    remedy: "Add 'doap:name \"Name\"' without a language tag beside the translated ones.",
    severities: [.error])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let obstacle = PortTurtle.obstacle(in: context.turtle) { return .skipped(obstacle) }
    let names = context.turtle.objects(.uri(context.plugin.uri), "http://usefulinc.com/ns/doap#name")
    let untranslated = names.contains { name in
      if case .literal(let text, _, nil) = name { !text.isEmpty } else { false }
    }
    if untranslated { return .passed }
    let message =
      names.isEmpty ? "It has no doap:name." : "Each of its \(names.count) doap:name is translated or empty."
    return .findings([finding(.error, message)])
  }
}
