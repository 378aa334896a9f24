import LV2Host
import TestHost
import ValidationModel

enum ManifestPortType: PluginCheck {
  static let id: CheckID = "manifest.port-type"
  static let depth = CheckDepth.description
  static let text = CheckText(
    asserts: "Each port has one direction and one data type.",
    rule: "A port is either an lv2:InputPort or an lv2:OutputPort, and has a class that says what it carries",
    source: "lv2core: lv2:Port, lv2:InputPort, lv2:OutputPort",
    method: "Reads the rdf:type of every port in the bundle's Turtle. Classes that are no part of LV2 count as data "
      + "types where nothing else says what the port carries; a morph:MorphPort may have several.",
    remedy: "Give the port exactly one of the two directions and one class such as lv2:AudioPort.",
    severities: [.error])

  private static let kinds: Set<String> = [
    URI.Core.audioPort, URI.Core.controlPort, URI.Core.cvPort, URI.Atom.atomPort, URI.Event.eventPort,
  ]
  private static let directions: Set<String> = [URI.Core.inputPort, URI.Core.outputPort]
  private static let morph = "http://lv2plug.in/ns/ext/morph#MorphPort"

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let obstacle = PortTurtle.obstacle(in: context.turtle) { return .skipped(obstacle) }
    var findings: [Finding] = []
    for port in PortTurtle.ports(of: context.plugin.uri, in: context.turtle) {
      let directions = port.types.intersection(directions)
      if directions.count != 1 {
        let what = directions.isEmpty ? "neither input nor output" : "both input and output"
        findings.append(finding(.error, "Port \(port.name) is \(what)."))
      }
      let kinds = port.types.intersection(kinds)
      let others = port.types.subtracting(self.kinds).subtracting(self.directions).subtracting([
        PortTurtle.core + "Port"
      ])
      if kinds.isEmpty && others.isEmpty {
        findings.append(finding(.error, "Port \(port.name) has no data type."))
      } else if kinds.count > 1 && !port.types.contains(morph) {
        let names = kinds.sorted().map { $0.split(separator: "#").last.map(String.init) ?? $0 }
        findings.append(finding(.error, "Port \(port.name) has several data types: \(names.joined(separator: ", "))."))
      }
    }
    return .findings(findings)
  }
}
