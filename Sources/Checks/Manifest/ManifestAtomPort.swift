import LV2Host
import TestHost
import ValidationModel

enum ManifestAtomPort: PluginCheck {
  static let id: CheckID = "manifest.atom-port"
  static let depth = CheckDepth.description
  static let text = CheckText(
    asserts:
      "A plug-in with atom ports lists urid:map among its features, and each of the ports has an atom:bufferType.",
    rule:
      "A host connects an atom port to the types that atom:bufferType lists and to no other, each of them a subclass "
      + "of atom:Atom; in the atoms types are numbers, which only urid:map tells",
    source: "atom.meta.ttl: atom:bufferType; atom.h: LV2_Atom.type; lv2core: lv2:optionalFeature",
    method: "Reads the features and the buffer types. What is a subclass of atom:Atom comes from the installed "
      + "specifications; a type that they do not know is left out.",
    remedy: "Write 'lv2:requiredFeature urid:map' at the plug-in and 'atom:bufferType atom:Sequence' at the port.",
    severities: [.error, .warning])

  private static let atom = "http://lv2plug.in/ns/ext/atom#Atom"

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let obstacle = PortTurtle.obstacle(in: context.turtle) { return .skipped(obstacle) }
    guard let vocabulary = Vocabulary.installed else { return .skipped(Vocabulary.missing) }
    let ports = context.plugin.ports.filter { $0.classes.contains(URI.Atom.atomPort) }
    guard !ports.isEmpty else { return .skipped("it has no atom port") }
    var findings: [Finding] = []
    if !context.plugin.features.contains(URI.URID.map) {
      let list = ports.map { "'\($0.symbol)'" }.joined(separator: ", ")
      findings.append(
        finding(
          .warning,
          "It has the atom ports \(list) and does not list urid:map among its features: a host need not offer "
            + "what is not asked for."))
    }
    for port in PortTurtle.ports(of: context.plugin.uri, in: context.turtle) {
      findings += context.turtle.objects(port.node, URI.Atom.bufferType).compactMap(\.notAURI).map { type in
        finding(.error, "The atom:bufferType of port \(port.name) is \(type).")
      }
    }
    for port in ports {
      if port.bufferTypes.isEmpty {
        findings.append(finding(.error, "The atom port '\(port.symbol)' has no atom:bufferType."))
      }
      for type in port.bufferTypes where vocabulary.defines(type) && !vocabulary.isSubclass(type, of: atom) {
        findings.append(
          finding(
            .error, "The atom:bufferType \(Vocabulary.short(type)) of '\(port.symbol)' is no subclass of atom:Atom."))
      }
    }
    return .findings(findings)
  }
}
