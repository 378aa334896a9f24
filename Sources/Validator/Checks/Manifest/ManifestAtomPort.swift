import LV2Host
import Model
import TestHost

enum ManifestAtomPort: DescriptionCheck {
  enum Message: MessageKind { case map, bufferTypeLiteral, bufferTypeMissing, bufferTypeClass, writableWithoutInput }

  static let id: CheckID = "manifest.atom-port"
  static let text = CheckText(
    asserts: "A plug-in with atom ports lists urid:map as a feature, each atom port has a valid atom:bufferType, and a "
      + "plug-in with writable parameters has an input for patch messages.",
    rule: "The host must not connect a port to an atom of a type that atom:bufferType does not list, and each listed "
      + "type must be a subclass of atom:Atom; an atom's type is a URID, which only urid:map provides. A host sets a patch:writable property with a patch:Set "
      + "message",
    source: "atom.meta.ttl: atom:bufferType; atom.h: LV2_Atom.type; lv2core: lv2:optionalFeature; patch.ttl: "
      + "patch:writable, patch:Set",
    method: "Reads the features of the plug-in and the buffer types of its atom ports. The installed specifications "
      + "state which types are subclasses of atom:Atom; types that they do not define are not judged. An input for patch "
      + "messages supports patch:Message or is designated lv2:control.",
    remedy: "Write 'lv2:requiredFeature urid:map' at the plug-in, or 'lv2:optionalFeature urid:map' if all its atom "
      + "ports are lv2:connectionOptional. Write 'atom:bufferType atom:Sequence' at the port. Add 'atom:supports "
      + "patch:Message' at the input for parameters.",
    level: CheckLevel(4, "Hosts do not connect event ports without these statements."),
    severities: [.error, .warning])

  private static let mapRemedy = "Write 'lv2:requiredFeature urid:map' at the plug-in."
  private static let optionalMapRemedy =
    "Write 'lv2:optionalFeature urid:map' at the plug-in if it works without it, because all its atom ports are "
    + "lv2:connectionOptional; otherwise 'lv2:requiredFeature urid:map'."

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
      if let first = writable.first, !ports.contains(where: acceptsPatches) {
        finding(
          .writableWithoutInput, .warning,
          "The parameter <\(first.text)> is patch:writable, but the plug-in has no atom input that supports "
            + "patch:Message.", count: writable.count)
      }
      if !ports.isEmpty && !context.plugin.features.contains(URI.URID.map) {
        finding(
          .map, .warning,
          "The plug-in has atom ports but does not list urid:map as a feature, so a host need not provide it. "
            + "The atom ports are \(ports.map { "'\($0.symbol)'" }.joined(separator: ", ")).",
          remedy: ports.allSatisfy(\.isConnectionOptional) ? optionalMapRemedy : mapRemedy)
      }
      for port in PortTurtle.ports(of: context.plugin.uri, in: context.turtle) {
        for text in context.turtle.objects(port.node, URI.Atom.bufferType).compactMap(\.literalText) {
          finding(
            .bufferTypeLiteral, .error, about: "\(port.subject) \(text)",
            "The atom:bufferType of port \(port.name) is the literal \"\(text)\"; expected a URI.")
        }
      }
      for port in ports {
        if port.bufferTypes.isEmpty {
          finding(
            .bufferTypeMissing, .error, about: port.symbol, "The atom port '\(port.symbol)' has no atom:bufferType.")
        }
        for type in port.bufferTypes where vocabulary.defines(type) && !vocabulary.isSubclass(type, of: atom) {
          let name = Vocabulary.short(type)
          finding(
            .bufferTypeClass, .error, about: "\(port.symbol) \(name)",
            "The atom:bufferType of port '\(port.symbol)' is \(name), which is not a subclass of atom:Atom.")
        }
      }
    }
  }
}
