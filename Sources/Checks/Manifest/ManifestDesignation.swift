import LV2Host
import TestHost
import ValidationModel

enum ManifestDesignation: PluginCheck {
  static let id: CheckID = "manifest.designation"
  static let depth = CheckDepth.description
  static let text = CheckText(
    asserts:
      "Designations are properties, stand at ports of the right direction and kind, and those of which a host can "
      + "use only one stand at one port.",
    rule: "lv2:designation says what a port's value means; a host reads the latency from one control output, and sets "
      + "lv2:enabled and lv2:freeWheeling at one control input each",
    source:
      "lv2core: lv2:designation, lv2:latency, lv2:enabled, lv2:freeWheeling; lv2core.meta.ttl: lv2:reportsLatency",
    method: "Reads every lv2:designation in the bundle's Turtle. That it is a property, that a port has one alone, and "
      + "which values it has, come from the installed lv2core.ttl.",
    remedy: "Designate the port that means it, and no other.",
    severities: [.warning])

  private static let designation = PortTurtle.core + "designation"
  private static let property = "http://www.w3.org/1999/02/22-rdf-syntax-ns#Property"
  private static let boolean = "http://www.w3.org/2001/XMLSchema#boolean"
  private static let directions: [String: PortDescription.Direction] = [
    URI.Core.latency: .output, URI.Core.enabled: .input, URI.Core.freeWheeling: .input,
  ]

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let obstacle = PortTurtle.obstacle(in: context.turtle) { return .skipped(obstacle) }
    guard let vocabulary = Vocabulary.installed else { return .skipped(Vocabulary.missing) }
    var findings: [Finding] = []
    for port in PortTurtle.ports(of: context.plugin.uri, in: context.turtle) {
      let nodes = Set(context.turtle.objects(port.node, designation))
      findings += nodes.compactMap(\.notAURI).sorted().map { designation in
        finding(.warning, "The designation of port \(port.name) is \(designation).")
      }
      let names = Set(nodes.filter { !$0.isLiteral }.map(\.text)).sorted()
      if names.count > 1, vocabulary.isFunctional(designation) {
        let list = names.map(Vocabulary.short).joined(separator: ", ")
        findings.append(
          finding(.warning, "Port \(port.name) has \(names.count) designations, where one can be told: \(list)."))
      }
      for name in names where vocabulary.ontology(of: name) != nil && !isProperty(name, vocabulary) {
        findings.append(
          finding(
            .warning, "The designation \(Vocabulary.short(name)) of port \(port.name) is no property of the vocabulary."
          ))
      }
    }
    for port in context.plugin.ports {
      for name in port.designations {
        if let fault = fault(port, name, vocabulary) {
          findings.append(finding(.warning, "Port '\(port.symbol)' \(fault)."))
        }
      }
    }
    for name in directions.keys.sorted() {
      let symbols = context.plugin.ports.filter { $0.isDesignated(name) }.map { "'\($0.symbol)'" }
      guard symbols.count > 1 else { continue }
      findings.append(
        finding(
          .warning,
          "\(symbols.count) ports are designated \(Vocabulary.short(name)): \(symbols.joined(separator: ", "))."))
    }
    return .findings(findings)
  }

  /// What is wrong with a designation at this port, as a clause that follows the port's name.
  private static func fault(_ port: PortDescription, _ name: String, _ vocabulary: Vocabulary) -> String? {
    let short = Vocabulary.short(name)
    if let direction = directions[name], port.kind != .control || port.direction != direction {
      return "is designated \(short) and is no control \(direction)"
    }
    if vocabulary.ranges(name).contains(boolean), port.kind == .control, !port.isToggled {
      return "is designated \(short), whose range is xsd:boolean (\"\(vocabulary.comment(name) ?? "")\"), and is not "
        + "lv2:toggled"
    }
    return nil
  }

  private static func isProperty(_ name: String, _ vocabulary: Vocabulary) -> Bool {
    vocabulary.types(name).contains { vocabulary.isSubclass($0, of: property) }
  }
}
