import LV2Host
import Model
import TestHost

enum ManifestPortName: DescriptionCheck {
  enum Message: MessageKind {
    case missing, shortNameTooLong

    var text: MessageText {
      switch self {
      case .missing:
        MessageText(
          .error,
          rule: Rule(
            "A port MUST have at least one lv2:name", source: "lv2core.ttl: lv2:Port, restriction on lv2:name"),
          remedy: "Write 'lv2:name \"Cutoff Frequency\"' at {the port}, with the name that users read.")
      case .shortNameTooLong:
        MessageText(
          .warning,
          rule: Rule(
            "lv2:shortName is the same as lv2:name, with the additional requirement that the value is shorter than 16 "
              + "characters", source: "lv2core.meta.ttl: lv2:shortName"),
          remedy:
            "Write an lv2:shortName of at most \(limit - 1) characters at {the port}, and put the long name into lv2:name."
        )
      }
    }
  }

  static let id: CheckID = "manifest.port-name"
  static let text = CheckText(
    asserts: "Each port has an lv2:name, and each lv2:shortName is shorter than 16 characters.",
    method: "Compares the number of names of each port with the minimum that the installed lv2core.ttl states, and "
      + "counts the characters of each short name.",
    level: CheckLevel(3, "Users identify controls by their names."))

  /// The number of characters of which a short name must have fewer.
  private static let limit = 16

  static func examine(_ context: PluginContext) -> CheckOutcome {
    guard let vocabulary = Vocabulary.installed else { return .obstructed(Vocabulary.notInstalled) }
    let name = URI.Core.namespace + "name"
    let restriction = vocabulary.restrictions(on: URI.Core.namespace + "Port").first { $0.property == name }
    return .findings {
      for port in PortTurtle.ports(of: context.plugin.uri, in: context.turtle) {
        if let restriction, context.turtle.objects(port.node, name).count < restriction.minimum {
          finding(
            .missing, about: port.subject,
            "Port \(port.name) has no lv2:name. The specification states \"\(restriction.comment)\".",
            naming: [port.title])
        }
        for short in context.turtle.objects(port.node, URI.Core.namespace + "shortName").map(\.text)
        where short.count >= limit {
          finding(
            .shortNameTooLong, about: "\(port.subject) \(short)",
            "The short name '\(short)' of port \(port.name) has \(short.count) characters; "
              + "expected at most \(limit - 1).", naming: [port.title])
        }
      }
    }
  }
}
