import Model
import TestHost

enum ManifestName: DescriptionCheck {
  enum Message: MessageKind {
    case missing, translated

    var text: MessageText {
      switch self {
      case .missing:
        MessageText(.error, rule: rule, remedy: "Write 'doap:name \"Tape Delay\"' at the plug-in, with its name.")
      case .translated:
        MessageText(.error, rule: rule, remedy: "Add 'doap:name \"{Name}\"' without a language tag at the plug-in.")
      }
    }
  }

  private static let rule = Rule(
    "A plug-in MUST have at least one untranslated doap:name",
    source: "lv2core.ttl: lv2:Plugin, restriction on doap:name")

  static let id: CheckID = "manifest.name"
  static let text = CheckText(
    asserts: "The plug-in has an untranslated doap:name.",
    method: "Reads the literals of doap:name in the bundle's Turtle. A name without a language tag is untranslated.",
    level: CheckLevel(1, "Hosts leave out a plug-in without a name."))

  static func examine(_ context: PluginContext) -> CheckOutcome {
    let names = context.turtle.objects(.uri(context.plugin.uri), "http://usefulinc.com/ns/doap#name")
    let hasUntranslated = names.contains { name in
      if case .literal(let text, _, nil) = name { !text.isEmpty } else { false }
    }
    return .findings {
      if names.isEmpty {
        finding(.missing, "The plug-in has no doap:name; expected one without a language tag.")
      } else if !hasUntranslated {
        finding(
          .translated,
          "The plug-in has only translated or empty names (doap:name); expected one without a language tag.",
          naming: [names.map(\.text).first { !$0.isEmpty } ?? "Name"])
      }
    }
  }
}
