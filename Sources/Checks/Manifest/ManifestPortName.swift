import TestHost
import ValidationModel

enum ManifestPortName: PluginCheck {
  static let id: CheckID = "manifest.port-name"
  static let depth = CheckDepth.description
  static let text = CheckText(
    asserts: "Each port has an lv2:name, and an lv2:shortName is shorter than 16 characters.",
    rule: "A port has at least one lv2:name; a short name is shorter than 16 characters",
    source: "lv2core: lv2:Port, restriction on lv2:name; lv2core.meta.ttl: lv2:shortName",
    method: "Counts the names of every port against the cardinality that the installed lv2core.ttl states, and the "
      + "characters of the short ones.",
    remedy: "Write 'lv2:name \"Cutoff Frequency\" ; lv2:shortName \"Cutoff\"'.",
    severities: [.error, .warning])

  private static let shortest = 16

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let obstacle = PortTurtle.obstacle(in: context.turtle) { return .skipped(obstacle) }
    guard let vocabulary = Vocabulary.installed else { return .skipped(Vocabulary.missing) }
    let name = PortTurtle.core + "name"
    let demand = vocabulary.restrictions(on: PortTurtle.core + "Port").first { $0.property == name }
    var findings: [Finding] = []
    for port in PortTurtle.ports(of: context.plugin.uri, in: context.turtle) {
      if let demand, context.turtle.objects(port.node, name).count < demand.least {
        findings.append(finding(.error, "Port \(port.name) has no lv2:name: \"\(demand.comment)\""))
      }
      for short in context.turtle.objects(port.node, PortTurtle.core + "shortName")
      where short.text.count >= shortest {
        findings.append(
          finding(.warning, "The short name '\(short.text)' of port \(port.name) has \(short.text.count) characters."))
      }
    }
    return .findings(findings)
  }
}
