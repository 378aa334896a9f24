import Model
import TestHost

enum ManifestPortIndex: DescriptionCheck {
  enum Message: MessageKind { case missing, several, notANumber, datatype, duplicate, gap, portsNotFound }

  static let id: CheckID = "manifest.port-index"
  static let text = CheckText(
    asserts: "Each port has one lv2:index, an integer, and the indices are consecutive from 0.",
    rule: "lv2:index is a non-negative zero-based 32-bit index, of which a port has exactly one; the indices of a "
      + "plug-in's ports are unique and consecutive",
    source: "lv2core: lv2:index",
    method: "Reads the lv2:index of every lv2:port in the bundle's Turtle, and compares the number of ports with that "
      + "of lilv, which accepts only xsd:integer.",
    remedy: "Number the ports 0, 1, 2 ... as connect_port() expects them.",
    level: CheckLevel(1, "Hosts connect the wrong memory to ports with wrong indices."),
    severities: [.error])

  static func examine(_ context: PluginContext) -> CheckOutcome {
    let ports = PortTurtle.ports(of: context.plugin.uri, in: context.turtle)
    var owners: [Int: [String]] = [:]
    for port in ports where port.indices.count == 1 {
      if let index = index(of: port) { owners[index, default: []].append(port.name) }
    }
    let outcome = CheckOutcome.findings {
      for port in ports { indexFinding(port) }
      for (index, names) in owners.sorted(by: { $0.key < $1.key }) where names.count > 1 {
        finding(
          .duplicate, .error, about: "index \(index)",
          "Ports \(names.joined(separator: " and ")) have the same index \(index).")
      }
    }
    guard outcome == .passed else { return outcome }
    let missing = (0..<ports.count).filter { owners[$0] == nil }.map(String.init).joined(separator: ", ")
    return .findings {
      if !missing.isEmpty {
        finding(.gap, .error, "No port has the index \(missing); expected the indices 0 to \(ports.count - 1).")
      } else if context.turtle.missingFiles.isEmpty, context.plugin.ports.count != ports.count,
        !ManifestPortSymbol.hasFault(ports)
      {
        // lilv skips files if one is missing, which manifest.syntax reports.
        finding(
          .portsNotFound, .error,
          "lilv, and so most hosts, finds \(context.plugin.ports.count) of the \(ports.count) ports of the plug-in.")
      }
    }
  }

  private static func index(of port: PortTurtle) -> Int? { Int(port.indices[0].text).flatMap { $0 >= 0 ? $0 : nil } }

  private static func indexFinding(_ port: PortTurtle) -> Finding? {
    func fault(_ message: Message, _ text: String) -> Finding {
      finding(message, .error, about: port.subject, "Port \(port.name) has \(text)")
    }
    guard port.indices.count == 1 else {
      return port.indices.isEmpty
        ? fault(.missing, "no lv2:index.") : fault(.several, "\(port.indices.count) indices; expected one.")
    }
    guard let index = index(of: port) else {
      return fault(.notANumber, "the index '\(port.indices[0].text)'; expected a non-negative integer.")
    }
    return datatype(port.indices[0]).map { type in
      fault(
        .datatype,
        "the index '\(index)' as \(type); expected an xsd:integer. "
          + "Most hosts use lilv, which reads no other type and finds no port of the plug-in.")
    }
  }

  /// The type of an index that is not an xsd:integer.
  private static func datatype(_ index: Statement.Node) -> String? {
    index == .literal(index.text, datatype: Statement.Node.xsd + "integer", language: nil)
      ? nil : index.nonNumericType ?? "another type of number"
  }
}
