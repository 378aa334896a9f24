import LV2Host
import Model
import Support
import TestHost

enum ManifestDesignation: DescriptionCheck {
  enum Message: MessageKind {
    case literal, several, undefined, portType, notToggled, duplicate

    var text: MessageText {
      switch self {
      case .literal:
        MessageText(
          .warning, rule: property,
          remedy: "Write 'lv2:designation {lv2:latency}' without quotation marks at {the port}.")
      case .several:
        MessageText(
          .warning,
          rule: Rule(
            "lv2:designation is an owl:FunctionalProperty: a port has at most one",
            source: "lv2core.ttl: lv2:designation"),
          remedy: "Keep one of the designations {lv2:latency and lv2:control} at {the port}, and remove the others.")
      case .undefined:
        MessageText(
          .warning, rule: property,
          remedy:
            "Replace {the designation} at {the port} by a property that states the meaning of its value, or remove it.")
      case .portType:
        MessageText(
          .warning,
          rule: Rule(
            "The plug-in reports lv2:latency in a control output; the host sets lv2:enabled and lv2:freeWheeling, which "
              + "state whether processing is enabled or free-wheeling",
            source: "lv2core.meta.ttl: lv2:reportsLatency, lv2:enabled, lv2:freeWheeling"),
          remedy: "Remove 'lv2:designation {lv2:latency}' from {the port}, and write it only at a control {output}.")
      case .notToggled:
        MessageText(
          .warning,
          rule: Rule(
            "The range of lv2:freeWheeling is xsd:boolean; lv2:toggled indicates that the data item should be considered "
              + "a boolean toggle", source: "lv2core.ttl: lv2:freeWheeling; lv2core.meta.ttl: lv2:toggled"),
          remedy: "Write 'lv2:portProperty lv2:toggled' at {the port}.")
      case .duplicate:
        MessageText(
          .warning,
          rule: Rule(
            "A designation gives the contents of a port a well-defined meaning; a plug-in with latency MUST provide EXACTLY "
              + "ONE port that reports it", source: "lv2core.meta.ttl: lv2:designation, lv2:reportsLatency"),
          remedy:
            "Keep 'lv2:designation {lv2:enabled}' at one of the ports {'a' and 'b'}, and remove it from the others.")
      }
    }
  }

  private static let property = Rule(
    "lv2:designation is an owl:ObjectProperty with the range rdf:Property: the designation that defines the meaning of this "
      + "input or output", source: "lv2core.ttl: lv2:designation")

  static let id: CheckID = "manifest.designation"
  static let text = CheckText(
    asserts: "Each designation is a property at a port of a suitable type and direction, and lv2:latency, lv2:enabled "
      + "and lv2:freeWheeling designate at most one port each.",
    method: "Reads every lv2:designation of a port in the bundle's Turtle. The installed lv2core.ttl states that a "
      + "designation is a property, that a port has one, and which type its value has.",
    level: CheckLevel(7, "Hosts cannot use the meaning of the port."))

  private static let propertyClass = "http://www.w3.org/1999/02/22-rdf-syntax-ns#Property"
  private static let boolean = "http://www.w3.org/2001/XMLSchema#boolean"
  private static let directions: [String: PortDescription.Direction] = [
    URI.Core.latency: .output, URI.Core.enabled: .input, URI.Core.freeWheeling: .input,
  ]

  static func examine(_ context: PluginContext) -> CheckOutcome {
    guard let vocabulary = Vocabulary.installed else { return .obstructed(Vocabulary.notInstalled) }
    return .findings {
      for port in PortTurtle.ports(of: context.plugin.uri, in: context.turtle) {
        valueFindings(port, Set(context.turtle.objects(port.node, URI.Core.designation)), vocabulary)
      }
      for port in context.plugin.ports {
        for designation in port.designations { portFinding(port, designation, vocabulary) }
      }
      for designation in directions.keys.sorted() {
        let symbols = context.plugin.ports.filter { $0.isDesignated(designation) }.map { "'\($0.symbol)'" }
        if symbols.count > 1 {
          let name = Vocabulary.short(designation)
          finding(
            .duplicate, about: name,
            "\(symbols.count) ports, \(symbols.listed(atMost: 8)), have the designation \(name); expected one.",
            naming: [name, symbols.listed(atMost: 8)])
        }
      }
    }
  }

  /// Findings about the values of lv2:designation at one port, as the Turtle contains them.
  @FindingsBuilder
  private static func valueFindings(
    _ port: PortTurtle, _ values: Set<Statement.Node>, _ vocabulary: Vocabulary
  ) -> [Finding] {
    for text in values.compactMap(\.literalText).sorted() {
      finding(
        .literal, about: "\(port.subject) \(text)",
        "The designation of port \(port.name) is the literal \"\(text)\"; expected a URI.",
        naming: [vocabulary.defines(text) || text.contains("://") ? Vocabulary.short(text) : text, port.title])
    }
    let names = Set(values.filter { !$0.isLiteral }.map(\.text)).sorted()
    if names.count > 1, vocabulary.isFunctional(URI.Core.designation) {
      let list = names.map(Vocabulary.short).listed()
      finding(
        .several, about: port.subject,
        "Port \(port.name) has \(names.count) designations, \(list); expected at most one.",
        naming: [list, port.title])
    }
    for name in names
    where vocabulary.ontology(of: name) != nil
      && !vocabulary.types(name).contains(where: { vocabulary.isSubclass($0, of: propertyClass) })
    {
      let short = Vocabulary.short(name)
      finding(
        .undefined, about: "\(port.subject) \(short)",
        "The designation \(short) of port \(port.name) is not a property that its specification defines.",
        naming: [short, port.title])
    }
  }

  /// The finding about a designation that does not suit the type or direction of the port, as lilv reads it.
  private static func portFinding(_ port: PortDescription, _ name: String, _ vocabulary: Vocabulary) -> Finding? {
    let short = Vocabulary.short(name)
    let title = "port '\(port.symbol)'"
    func fault(_ message: Message, _ text: String, _ names: [String]) -> Finding {
      finding(
        message, about: "\(port.symbol) \(short)", "Port '\(port.symbol)' has the designation \(short), \(text)",
        naming: names)
    }
    if let direction = directions[name], port.kind != .control || port.direction != direction {
      return fault(.portType, "but is not a control \(direction).", [short, title, "\(direction)"])
    }
    guard vocabulary.ranges(name).contains(boolean), port.kind == .control, !port.isToggled else { return nil }
    return fault(
      .notToggled,
      "a boolean, but is not lv2:toggled. "
        + "The specification describes \(short) as \"\(vocabulary.comment(name) ?? "")\".", [title])
  }
}
