import LV2Host
import Model
import Support
import TestHost

enum ManifestPortType: DescriptionCheck {
  enum Message: MessageKind {
    case directionMissing, bothDirections, dataTypeMissing, severalDataTypes, morphWithoutTypes

    var text: MessageText {
      switch self {
      case .directionMissing:
        MessageText(.error, rule: direction, remedy: "Add the type lv2:InputPort or lv2:OutputPort to {the port}.")
      case .bothDirections:
        MessageText(
          .error, rule: direction,
          remedy:
            "Keep lv2:InputPort at {the port} if run() reads it, or lv2:OutputPort if run() writes it, and remove the "
            + "other type.")
      case .dataTypeMissing:
        MessageText(
          .error,
          rule: Rule(
            "There MUST be at least one other rdf:type which more precisely describes type of the port, for example "
              + "lv2:AudioPort", source: "lv2core.meta.ttl: lv2:Port"),
          remedy: "Add the type of its data to {the port}, such as lv2:AudioPort or lv2:ControlPort.")
      case .severalDataTypes:
        MessageText(
          .error,
          rule: Rule(
            "connect_port() passes a pointer to data of the type defined by the port type in the plug-in's RDF data",
            source: "lv2/core/lv2.h: connect_port()"),
          remedy: "Keep one of the types {lv2:AudioPort and lv2:ControlPort} at {the port}, and remove {the other}.")
      case .morphWithoutTypes:
        MessageText(
          .warning,
          rule: Rule(
            "A MorphPort MUST list each type it supports being switched to in the plug-in data using morph:supportsType",
            source: "morph.meta.ttl: morph:supportsType"),
          remedy:
            "List each type to which {the port} can be switched with morph:supportsType, or remove morph:MorphPort.")
      }
    }
  }

  private static let direction = Rule(
    "An lv2:InputPort is a port connected to constant data which is read during run(), an lv2:OutputPort one connected to "
      + "data which is written during run()", source: "lv2core.ttl: lv2:InputPort, lv2:OutputPort")

  static let id: CheckID = "manifest.port-type"
  static let text = CheckText(
    asserts: "Each port has exactly one direction and one data type.",
    method: "Reads the rdf:type of every port in the bundle's Turtle. A class outside LV2 counts as the data type of a "
      + "port without another one. A morph:MorphPort may have several data types, and must have at least one "
      + "morph:supportsType.",
    level: CheckLevel(1, "Hosts refuse a plug-in with ports of unknown type or direction."))

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
          fault(.directionMissing, port, "is neither an lv2:InputPort nor an lv2:OutputPort; expected one of them")
        } else if directions.count > 1 {
          fault(.bothDirections, port, "is both an lv2:InputPort and an lv2:OutputPort; expected one direction")
        }
        let types = port.types.intersection(dataTypes)
        let others = port.types.subtracting(dataTypes).subtracting(self.directions).subtracting(modifiers)
        if types.isEmpty && others.isEmpty {
          fault(.dataTypeMissing, port, "has no data type; expected a class such as lv2:AudioPort")
        } else if types.count > 1 && !port.types.contains(morph + "MorphPort") {
          let list = types.sorted().map(Vocabulary.short).listed()
          fault(
            .severalDataTypes, port, "has \(types.count) data types, \(list); expected one",
            [list, port.title, types.count == 2 ? "the other" : "the others"])
        }
        if port.types.contains(morph + "MorphPort"),
          context.turtle.objects(port.node, morph + "supportsType").isEmpty
        {
          fault(
            .morphWithoutTypes, port,
            "is a morph:MorphPort without a morph:supportsType; expected the types that it supports")
        }
      }
    }
  }

  /// - Parameter names: what the remedy names; the port alone by default.
  private static func fault(
    _ message: Message, _ port: PortTurtle, _ text: String, _ names: [String]? = nil
  ) -> Finding {
    finding(
      message, about: port.subject, "Port \(port.name) \(text).", naming: names ?? [port.title])
  }
}
