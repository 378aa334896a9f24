import LV2Host
import Model
import TestHost

enum ManifestDesignation: DescriptionCheck {
  enum Message: MessageKind { case literal, several, undefined, portType, notToggled, duplicate }

  static let id: CheckID = "manifest.designation"
  static let text = CheckText(
    asserts: "Each designation is a property at a port of a suitable type and direction, and lv2:latency, lv2:enabled "
      + "and lv2:freeWheeling designate at most one port each.",
    rule: "lv2:designation has one value, an rdf:Property that defines the meaning of the port; a host reads "
      + "lv2:latency from one control output, and sets lv2:enabled and lv2:freeWheeling at one control input each",
    source:
      "lv2core: lv2:designation, lv2:latency, lv2:enabled, lv2:freeWheeling; lv2core.meta.ttl: lv2:reportsLatency",
    method: "Reads every lv2:designation of a port in the bundle's Turtle. The installed lv2core.ttl states that a "
      + "designation is a property, that a port has one, and which type its value has.",
    remedy: "Give each port at most one lv2:designation, and write it only at the port with that meaning.",
    level: CheckLevel(7, "Hosts cannot use the meaning of the port."),
    severities: [.warning])

  private static let property = "http://www.w3.org/1999/02/22-rdf-syntax-ns#Property"
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
            .duplicate, .warning, about: name,
            "\(symbols.count) ports have the designation \(name); expected one. "
              + "The ports are \(symbols.joined(separator: ", ")).")
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
        .literal, .warning, about: "\(port.subject) \(text)",
        "The designation of port \(port.name) is the literal \"\(text)\"; expected a URI.")
    }
    let names = Set(values.filter { !$0.isLiteral }.map(\.text)).sorted()
    if names.count > 1, vocabulary.isFunctional(URI.Core.designation) {
      finding(
        .several, .warning, about: port.subject,
        "Port \(port.name) has \(names.count) designations; expected at most one. "
          + "They are \(names.map(Vocabulary.short).joined(separator: ", ")).")
    }
    for name in names
    where vocabulary.ontology(of: name) != nil
      && !vocabulary.types(name).contains(where: { vocabulary.isSubclass($0, of: property) })
    {
      let short = Vocabulary.short(name)
      finding(
        .undefined, .warning, about: "\(port.subject) \(short)",
        "The designation \(short) of port \(port.name) is not a property that its specification defines.")
    }
  }

  /// The finding about a designation that does not suit the type or direction of the port, as lilv reads it.
  private static func portFinding(_ port: PortDescription, _ name: String, _ vocabulary: Vocabulary) -> Finding? {
    let short = Vocabulary.short(name)
    func fault(_ message: Message, _ text: String) -> Finding {
      finding(
        message, .warning, about: "\(port.symbol) \(short)",
        "Port '\(port.symbol)' has the designation \(short), \(text)")
    }
    if let direction = directions[name], port.kind != .control || port.direction != direction {
      return fault(.portType, "but is not a control \(direction).")
    }
    guard vocabulary.ranges(name).contains(boolean), port.kind == .control, !port.isToggled else { return nil }
    return fault(
      .notToggled,
      "a boolean, but is not lv2:toggled. "
        + "The specification describes \(short) as \"\(vocabulary.comment(name) ?? "")\".")
  }
}
