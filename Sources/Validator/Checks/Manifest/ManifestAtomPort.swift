import LV2Host
import Model
import Support
import TestHost

enum ManifestAtomPort: DescriptionCheck {
  enum Message: MessageKind {
    case map, bufferTypeLiteral, bufferTypeMissing, bufferTypeClass, writableWithoutInput

    var text: MessageText {
      switch self {
      case .map:
        MessageText(
          .warning,
          rule: Rule(
            "The type of an atom is a mapped URI; to support a feature, the host must pass its URI and data to instantiate()",
            source: "lv2/atom/atom.h: LV2_Atom.type; lv2core.meta.ttl: lv2:requiredFeature, lv2:optionalFeature"),
          remedy: "Write {'lv2:requiredFeature urid:map'} at the plug-in.")
      case .bufferTypeLiteral:
        MessageText(
          .error, rule: subclass,
          remedy: "Write 'atom:bufferType {atom:Sequence}' without quotation marks at {the port}.")
      case .bufferTypeMissing:
        MessageText(
          .error,
          rule: Rule(
            "The host MUST NOT connect a port to an Atom with a type not explicitly listed with atom:bufferType",
            source: "atom.meta.ttl: atom:bufferType"), remedy: "Write 'atom:bufferType atom:Sequence' at {the port}.")
      case .bufferTypeClass:
        MessageText(
          .error, rule: subclass,
          remedy:
            "Replace {the type} in the atom:bufferType of {the port} by the type of its atoms, such as atom:Sequence.")
      case .writableWithoutInput:
        MessageText(
          .warning,
          rule: Rule(
            "patch:writable lists a property that can be set with a patch:Set or patch:Patch message",
            source: "patch.ttl: patch:writable"),
          remedy: "{Add an atom:AtomPort input with 'atom:bufferType atom:Sequence ; atom:supports patch:Message'}.")
      }
    }
  }

  private static let subclass = Rule(
    "The value of atom:bufferType MUST be a sub-class of atom:Atom", source: "atom.meta.ttl: atom:bufferType")

  static let id: CheckID = "manifest.atom-port"
  static let text = CheckText(
    asserts: "A plug-in with atom ports lists urid:map as a feature, each atom port has a valid atom:bufferType, and a "
      + "plug-in with writable parameters has an input for patch messages.",
    method: "Reads the features of the plug-in and the buffer types of its atom ports. The installed specifications "
      + "state which types are subclasses of atom:Atom; types that they do not define are not judged. An input for patch "
      + "messages supports patch:Message or is designated lv2:control.",
    level: CheckLevel(4, "Hosts do not connect event ports without these statements."))

  private static let atom = "http://lv2plug.in/ns/ext/atom#Atom"

  private static func acceptsPatches(_ port: PortDescription) -> Bool {
    port.isInput && (port.supports.contains(URI.Patch.message) || port.isDesignated(URI.Core.control))
  }

  static func examine(_ context: PluginContext) -> CheckOutcome {
    guard let vocabulary = Vocabulary.installed else { return .obstructed(Vocabulary.notInstalled) }
    let ports = context.plugin.ports.filter { $0.classes.contains(URI.Atom.atomPort) }
    let writable = context.turtle.objects(.uri(context.plugin.uri), URI.Patch.writable).filter { !$0.isLiteral }
    guard !ports.isEmpty || !writable.isEmpty else { return .skipped("the plug-in has no atom port") }
    return .findings {
      writableFinding(writable, ports)
      mapFinding(ports, context.plugin)
      for port in PortTurtle.ports(of: context.plugin.uri, in: context.turtle) {
        for text in context.turtle.objects(port.node, URI.Atom.bufferType).compactMap(\.literalText) {
          finding(
            .bufferTypeLiteral, about: "\(port.subject) \(text)",
            "The atom:bufferType of port \(port.name) is the literal \"\(text)\"; expected a URI.",
            naming: [vocabulary.defines(text) ? Vocabulary.short(text) : "atom:Sequence", port.title])
        }
      }
      for port in ports {
        if port.bufferTypes.isEmpty {
          finding(
            .bufferTypeMissing, about: port.symbol,
            "The atom port '\(port.symbol)' has no atom:bufferType; expected the type of its atoms.",
            naming: ["port '\(port.symbol)'"])
        }
        for type in port.bufferTypes where vocabulary.defines(type) && !vocabulary.isSubclass(type, of: atom) {
          let name = Vocabulary.short(type)
          finding(
            .bufferTypeClass, about: "\(port.symbol) \(name)",
            "The atom:bufferType of port '\(port.symbol)' is \(name), which is not a subclass of atom:Atom.",
            naming: [name, "port '\(port.symbol)'"])
        }
      }
    }
  }

  /// - Parameter ports: the atom ports of the plug-in.
  private static func writableFinding(_ writable: [Statement.Node], _ ports: [PortDescription]) -> Finding? {
    guard let first = writable.first, !ports.contains(where: acceptsPatches) else { return nil }
    let input = ports.first(where: \.isInput)
    let subject =
      writable.count == 1
      ? "The parameter <\(first.text)> is"
      : "The parameter <\(first.text)> and \((writable.count - 1).counted("other")) are"
    return finding(
      .writableWithoutInput,
      "\(subject) patch:writable, but the plug-in has no atom input that supports patch:Message.",
      naming: [
        input.map { "Add 'atom:supports patch:Message' at port '\($0.symbol)'" }
          ?? "Add an atom:AtomPort input with 'atom:bufferType atom:Sequence ; atom:supports patch:Message'"
      ], count: writable.count)
  }

  private static func mapFinding(_ ports: [PortDescription], _ plugin: PluginDescription) -> Finding? {
    guard !ports.isEmpty, !plugin.features.contains(URI.URID.map) else { return nil }
    let isRequired = !ports.allSatisfy(\.isConnectionOptional)
    return finding(
      .map,
      "The plug-in does not list urid:map as a feature, so a host need not provide it to the "
        + (ports.count == 1 ? "atom port " : "\(ports.count) atom ports ")
        + "\(ports.map { "'\($0.symbol)'" }.listed(atMost: 8)).",
      naming: [
        isRequired
          ? "'lv2:requiredFeature urid:map'"
          : "'lv2:optionalFeature urid:map', or 'lv2:requiredFeature urid:map' if it does not work without atom ports,"
      ])
  }
}
