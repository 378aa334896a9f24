import LV2Host
import TestHost
import ValidationModel

enum ManifestPortIndex: PluginCheck {
  enum Message: MessageKind {
    case missing, several, notANumber, datatype, duplicate, gap, portsNotFound
  }

  static let id: CheckID = "manifest.port-index"
  static let depth = CheckDepth.description
  static let text = CheckText(
    asserts: "Each port has one lv2:index, an integer, and the indices are consecutive from 0.",
    rule: "lv2:index is a non-negative zero-based 32-bit index, of which a port has exactly one; the indices of a "
      + "plug-in's ports are unique and consecutive",
    source: "lv2core: lv2:index",
    method: "Reads the lv2:index of every lv2:port in the bundle's Turtle, and compares the number of ports with that "
      + "of lilv, which accepts only xsd:integer.",
    remedy: "Number the ports 0, 1, 2 ... as connect_port() expects them.",
    severities: [.error])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let problem = context.turtle.syntaxProblem { return .skipped(problem) }
    let ports = PortTurtle.ports(of: context.plugin.uri, in: context.turtle)
    var owners: [Int: [String]] = [:]
    var findings = ports.compactMap { port in
      if port.indices.count == 1, let index = index(of: port) { owners[index, default: []].append(port.name) }
      return indexFinding(port)
    }
    for (index, names) in owners.sorted(by: { $0.key < $1.key }) where names.count > 1 {
      findings.append(
        finding(
          .duplicate, .error, about: "index \(index)",
          "Ports \(names.joined(separator: " and ")) have the same index \(index)."))
    }
    let missing = (0..<ports.count).filter { owners[$0] == nil }
    if findings.isEmpty, !missing.isEmpty {
      let list = missing.map(String.init).joined(separator: ", ")
      findings.append(
        finding(
          .gap, .error, "No port has the index \(list); expected the indices 0 to \(ports.count - 1)."))
    }
    // lilv skips files if one is missing, which manifest.syntax reports.
    if findings.isEmpty, context.turtle.missingFiles.isEmpty, context.plugin.ports.count != ports.count,
      !ManifestPortSymbol.hasFault(ports)
    {
      findings.append(
        finding(
          .portsNotFound, .error,
          "lilv, and so most hosts, finds \(context.plugin.ports.count) of the \(ports.count) ports of the plug-in."))
    }
    return .findings(findings)
  }

  private static func index(of port: PortTurtle) -> Int? { Int(port.indices[0].text).flatMap { $0 >= 0 ? $0 : nil } }

  private static func indexFinding(_ port: PortTurtle) -> Finding? {
    guard port.indices.count == 1 else {
      return port.indices.isEmpty
        ? finding(.missing, .error, about: port.subject, "Port \(port.name) has no lv2:index.")
        : finding(
          .several, .error, about: port.subject, "Port \(port.name) has \(port.indices.count) indices; expected one.")
    }
    let text = port.indices[0].text
    guard let index = index(of: port) else {
      return finding(
        .notANumber, .error, about: port.subject,
        "Port \(port.name) has the index '\(text)'; expected a non-negative integer.")
    }
    return datatype(port.indices[0]).map { type in
      finding(
        .datatype, .error, about: port.subject,
        "Port \(port.name) has the index '\(index)' as \(type); expected an xsd:integer. "
          + "Most hosts use lilv, which reads no other type and finds no port of the plug-in.")
    }
  }

  /// The type of an index that is not an xsd:integer.
  private static func datatype(_ index: Statement.Node) -> String? {
    index == .literal(index.text, datatype: Statement.Node.xsd + "integer", language: nil)
      ? nil : index.nonNumericType ?? "another type of number"
  }
}
