import Model
import Support
import TestHost

enum ManifestPortIndex: DescriptionCheck {
  enum Message: MessageKind {
    case missing, several, notANumber, datatype, duplicate, gap, portsNotFound

    var text: MessageText {
      switch self {
      case .missing:
        MessageText(
          .error, rule: identifier,
          remedy: "Write 'lv2:index' at {the port} with the number by which connect_port() identifies it.")
      case .several:
        MessageText(
          .error,
          rule: Rule("lv2:index is an owl:FunctionalProperty: a port has one", source: "lv2core.ttl: lv2:index"),
          remedy: "Keep the lv2:index of {the port} by which connect_port() identifies it, and remove {the others}.")
      case .notANumber:
        MessageText(
          .error, rule: number,
          remedy: "Write the lv2:index of {the port} as a non-negative integer, such as 'lv2:index 0'.")
      case .datatype:
        MessageText(
          .error,
          rule: Rule(
            "lv2:index is a 32-bit integer; lilv reads only xsd:integer, the type of an integer in Turtle's notation",
            source: "lv2core.ttl: lv2:index; lilv: lilv_node_is_int()"),
          remedy: "Write 'lv2:index {1}' without quotation marks and datatype at {the port}.")
      case .duplicate:
        MessageText(
          .error, rule: identifier,
          remedy: "Give {the ports} different indices, those by which connect_port() identifies them.")
      case .gap:
        MessageText(
          .error, rule: number,
          remedy: "Number the ports from 0 to {2} without a gap, both in the Turtle and in connect_port().")
      case .portsNotFound:
        MessageText(
          .error,
          rule: Rule(
            "All ports on a plug-in MUST be fully specified lv2:Port instances; a host reads the files that rdfs:seeAlso "
              + "names at the plug-in",
            source: "lv2core.ttl: lv2:Plugin, restriction on lv2:port; lilv: lilv_plugin_get_data_uris()"),
          remedy:
            "Move all ports to files that rdfs:seeAlso names at {the plug-in} in manifest.ttl. Run 'lv2info {uri}' to read "
            + "the errors of lilv.")
      }
    }
  }

  private static let number = Rule(
    "The index of a port is a non-negative zero-based 32-bit index", source: "lv2core.ttl: lv2:index")
  private static let identifier = Rule(
    "A port has a numeric index, which can be used as an identifier at run-time", source: "lv2core.meta.ttl: lv2:Port")

  static let id: CheckID = "manifest.port-index"
  static let text = CheckText(
    asserts: "Each port has one lv2:index, an integer, and the indices are consecutive from 0.",
    method: "Reads the lv2:index of every lv2:port in the bundle's Turtle, and compares the number of ports with that "
      + "of lilv, which accepts only xsd:integer.",
    level: CheckLevel(1, "Hosts connect the wrong memory to ports with wrong indices."))

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
          .duplicate, about: "index \(index)",
          "Ports \(names.listed()) have the same index \(index); expected different ones.",
          naming: ["ports \(names.listed())"])
      }
    }
    guard outcome == .passed else { return outcome }
    let missing = (0..<ports.count).filter { owners[$0] == nil }.map(String.init)
    return .findings {
      if !missing.isEmpty {
        let indices = "\(missing.count == 1 ? "index" : "indices") \(missing.listed(atMost: 8))"
        finding(
          .gap, "No port has the \(indices); expected the indices 0 to \(ports.count - 1).",
          naming: ["\(ports.count - 1)"])
      } else if context.turtle.missingFiles.isEmpty, context.plugin.ports.count != ports.count,
        !ManifestPortSymbol.hasFault(ports)
      {
        // lilv skips files if one is missing, which manifest.syntax reports.
        finding(
          .portsNotFound,
          "lilv, and so most hosts, finds \(context.plugin.ports.count) of the \(ports.count.counted("port")) of the "
            + "plug-in; expected all.", naming: ["<\(context.plugin.uri)>", context.plugin.uri])
      }
    }
  }

  private static func index(of port: PortTurtle) -> Int? { Int(port.indices[0].text).flatMap { $0 >= 0 ? $0 : nil } }

  private static func indexFinding(_ port: PortTurtle) -> Finding? {
    let title = port.title
    func fault(_ message: Message, _ text: String, _ names: [String]) -> Finding {
      finding(message, about: port.subject, "Port \(port.name) has \(text)", naming: names)
    }
    guard port.indices.count == 1 else {
      return port.indices.isEmpty
        ? fault(.missing, "no lv2:index; expected one.", [title])
        : fault(
          .several, "the indices \(port.indices.map(\.text).listed()); expected one.",
          [title, port.indices.count == 2 ? "the other one" : "the others"])
    }
    guard let index = index(of: port) else {
      return fault(.notANumber, "the index '\(port.indices[0].text)'; expected a non-negative integer.", [title])
    }
    return datatype(port.indices[0]).map { type in
      fault(
        .datatype,
        "the index '\(index)' as \(type); expected an xsd:integer. "
          + "Most hosts use lilv, which reads no other type and finds no port of the plug-in.", ["\(index)", title])
    }
  }

  /// The type of an index that is not an xsd:integer.
  private static func datatype(_ index: Statement.Node) -> String? {
    index == .literal(index.text, datatype: Statement.Node.xsd + "integer", language: nil)
      ? nil : index.nonNumericType ?? "another type of number"
  }
}
