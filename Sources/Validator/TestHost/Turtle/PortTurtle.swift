import LV2Host

/// The statements of a bundle about one port of a plug-in.
package struct PortTurtle {
  package let node: Statement.Node
  package let indices: [Statement.Node]
  package let symbols: [Statement.Node]
  package let types: Set<String>
  /// The port groups to which the port belongs.
  package let groups: [Statement.Node]

  /// The port as messages name it after the word "port": by symbol, else by index.
  package var name: String {
    if let symbol = symbols.first?.text { return "'\(symbol)'" }
    return indices.first.map { "with index \($0.text)" } ?? "without index and symbol"
  }

  /// The port as remedies name it.
  package var title: String { symbols.isEmpty ? "the port \(name)" : "port \(name)" }

  /// The port as the subject of a finding: its symbol, else its index.
  package var subject: String {
    symbols.first?.text ?? indices.first.map { "index \($0.text)" } ?? "port without index and symbol"
  }

  /// The ports of a plug-in, in the order of the files.
  package static func ports(of plugin: String, in turtle: BundleTurtle) -> [PortTurtle] {
    turtle.objects(.uri(plugin), URI.Core.port).map { node in
      PortTurtle(
        node: node, indices: turtle.objects(node, URI.Core.index), symbols: turtle.objects(node, URI.Core.symbol),
        types: turtle.types(node), groups: turtle.objects(node, URI.PortGroups.group))
    }
  }
}
