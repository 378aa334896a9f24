import Model
import TestHost

enum ManifestName: DescriptionCheck {
  enum Message: MessageKind { case missing, translated }

  static let id: CheckID = "manifest.name"
  static let text = CheckText(
    asserts: "The plug-in has an untranslated doap:name.",
    rule: "A plugin must have at least one untranslated doap:name",
    source: "lv2core: lv2:Plugin, restriction on doap:name",
    method: "Reads the literals of doap:name in the bundle's Turtle. A name without a language tag is untranslated.",
    remedy: "Add 'doap:name \"Name\"' without a language tag to the translated names.",
    level: CheckLevel(1, "Hosts leave out a plug-in without a name."),
    severities: [.error])

  static func examine(_ context: PluginContext) -> CheckOutcome {
    let names = context.turtle.objects(.uri(context.plugin.uri), "http://usefulinc.com/ns/doap#name")
    let hasUntranslated = names.contains { name in
      if case .literal(let text, _, nil) = name { !text.isEmpty } else { false }
    }
    return .findings {
      if names.isEmpty {
        finding(.missing, .error, "The plug-in has no doap:name.")
      } else if !hasUntranslated {
        finding(
          .translated, .error,
          "The plug-in has only translated or empty names (doap:name); expected one without a language tag.")
      }
    }
  }
}
