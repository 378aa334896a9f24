import LV2Host
import Model
import TestHost

enum ManifestPortType: DescriptionCheck {
  enum Message: MessageKind {
    case directionMissing, bothDirections, dataTypeMissing, severalDataTypes, morphWithoutTypes
  }

  static let id: CheckID = "manifest.port-type"
  static let text = CheckText(
    asserts: "Each port has exactly one direction and one data type.",
    rule: "A port must be an lv2:InputPort or an lv2:OutputPort, and must have at least one other rdf:type that more "
      + "precisely describes its type, for example lv2:AudioPort. A morph:MorphPort must have another type and list the "
      + "types that it supports",
    source: "lv2core.meta.ttl: lv2:Port; lv2core: lv2:InputPort, lv2:OutputPort; morph.meta.ttl: morph:MorphPort, "
      + "morph:AutoMorphPort, morph:supportsType",
    method: "Reads the rdf:type of every port in the bundle's Turtle. A class outside LV2 counts as the data type of a "
      + "port without another one. A morph:MorphPort may have several data types, and must have at least one "
      + "morph:supportsType.",
    remedy: "Give the port one of lv2:InputPort and lv2:OutputPort and one class such as lv2:AudioPort.",
    level: CheckLevel(1, "Hosts refuse a plug-in with ports of unknown type or direction."),
    severities: [.error, .warning])

  private static let dataTypes: Set<String> = [
    URI.Core.audioPort, URI.Core.controlPort, URI.Core.cvPort, URI.Atom.atomPort, URI.Event.eventPort,
  ]
  private static let directions: Set<String> = [URI.Core.inputPort, URI.Core.outputPort]
  private static let morph = "http://lv2plug.in/ns/ext/morph#"
  /// Classes that do not state the type of the port's data.
  private static let modifiers: Set<String> = [
    URI.Core.namespace + "Port", morph + "MorphPort", morph + "AutoMorphPort",
  ]

  static func examine(_ context: PluginContext) -> CheckOutcome {
    return .findings {
      for port in PortTurtle.ports(of: context.plugin.uri, in: context.turtle) {
        let directions = port.types.intersection(directions)
        if directions.isEmpty {
          fault(.directionMissing, port, "is neither an lv2:InputPort nor an lv2:OutputPort")
        } else if directions.count > 1 {
          fault(.bothDirections, port, "is both an lv2:InputPort and an lv2:OutputPort; expected one direction")
        }
        let types = port.types.intersection(dataTypes)
        let others = port.types.subtracting(dataTypes).subtracting(self.directions).subtracting(modifiers)
        if types.isEmpty && others.isEmpty {
          fault(.dataTypeMissing, port, "has no data type; expected a class such as lv2:AudioPort")
        } else if types.count > 1 && !port.types.contains(morph + "MorphPort") {
          let list = types.sorted().map(Vocabulary.short).joined(separator: ", ")
          fault(.severalDataTypes, port, "has \(types.count) data types (\(list)); expected one")
        }
        if port.types.contains(morph + "MorphPort"),
          context.turtle.objects(port.node, morph + "supportsType").isEmpty
        {
          finding(
            .morphWithoutTypes, .warning, about: port.subject,
            "Port \(port.name) is a morph:MorphPort without a morph:supportsType; expected the types that it supports.")
        }
      }
    }
  }

  private static func fault(_ message: Message, _ port: PortTurtle, _ text: String) -> Finding {
    finding(message, .error, about: port.subject, "Port \(port.name) \(text).")
  }
}
