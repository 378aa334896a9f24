import LV2Host
import TestHost
import ValidationModel

enum ManifestPortIndex: PluginCheck {
  static let id: CheckID = "manifest.port-index"
  static let depth = CheckDepth.description
  static let text = CheckText(
    asserts: "lv2:index is an integer, unique, and runs from 0 to n-1.",
    rule: "Each port has exactly one lv2:index, and the indices of a plug-in's ports are consecutive from 0",
    source: "lv2core: lv2:index",
    method:
      "Reads the lv2:index of every lv2:port in the bundle's Turtle, and compares with the ports that lilv finds, which "
      + "takes xsd:integer alone.",
    remedy: "Number the ports 0, 1, 2 ... as connect_port() knows them.",
    severities: [.error])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let obstacle = PortTurtle.obstacle(in: context.turtle) { return .skipped(obstacle) }
    let ports = PortTurtle.ports(of: context.plugin.uri, in: context.turtle)
    var findings: [Finding] = []
    var owners: [Int: [String]] = [:]
    for port in ports {
      if port.indices.count == 1, let index = Int(port.indices[0].text), index >= 0 {
        owners[index, default: []].append(port.name)
        if let type = datatype(port.indices[0]) {
          findings.append(
            finding(
              .error,
              "Port \(port.name) has the index '\(index)' as \(type): lilv, and so most hosts, reads an xsd:integer "
                + "alone, and finds no port at all."))
        }
      } else if port.indices.count > 1 {
        findings.append(finding(.error, "Port \(port.name) has \(port.indices.count) indices."))
      } else if let index = port.indices.first?.text {
        findings.append(finding(.error, "Port \(port.name) has the index '\(index)', which is no natural number."))
      } else {
        findings.append(finding(.error, "Port \(port.name) has no lv2:index."))
      }
    }
    for (index, names) in owners.sorted(by: { $0.key < $1.key }) where names.count > 1 {
      findings.append(finding(.error, "Ports \(names.joined(separator: " and ")) have the same index \(index)."))
    }
    let missing = (0..<ports.count).filter { owners[$0] == nil }
    if findings.isEmpty, !missing.isEmpty {
      let list = missing.map(String.init).joined(separator: ", ")
      findings.append(finding(.error, "No port has the index \(list), though there are \(ports.count) ports."))
    }
    // lilv gives up at a file that is missing, of which manifest.syntax tells.
    if findings.isEmpty, context.turtle.missing.isEmpty, context.plugin.ports.count != ports.count,
      !ManifestPortSymbol.hasFault(ports)
    {
      findings.append(
        finding(.error, "lilv, and so most hosts, finds \(context.plugin.ports.count) of its \(ports.count) ports."))
    }
    return .findings(findings)
  }

  /// What an index is written as where it is no xsd:integer.
  private static func datatype(_ index: Statement.Node) -> String? {
    index == .literal(index.text, datatype: Statement.Node.xsd + "integer", language: nil)
      ? nil : index.notANumber ?? "another number"
  }
}
