import LV2Host

/// What is written about one port of a plug-in.
package struct PortTurtle {
  package static let core = "http://lv2plug.in/ns/lv2core#"

  package let node: Statement.Node
  package let indices: [Statement.Node]
  package let symbols: [Statement.Node]
  package let types: Set<String>
  /// The nodes of the groups it is in.
  package let groups: [Statement.Node]

  /// How a finding calls it: by symbol, or else by index.
  package var name: String {
    if let symbol = symbols.first?.text { return "'\(symbol)'" }
    return indices.first.map { "with index \($0.text)" } ?? "without index and symbol"
  }

  /// Why nothing can be said about the ports of a plug-in; nil where the Turtle is sound.
  package static func obstacle(in turtle: BundleTurtle) -> String? {
    turtle.files.values.contains { !$0.errors.isEmpty } ? "the Turtle does not parse, see manifest.syntax" : nil
  }

  /// The ports of a plug-in, in the order in which they are written.
  package static func ports(of plugin: String, in turtle: BundleTurtle) -> [PortTurtle] {
    turtle.objects(.uri(plugin), core + "port").map { node in
      PortTurtle(
        node: node, indices: turtle.objects(node, core + "index"), symbols: turtle.objects(node, core + "symbol"),
        types: turtle.types(node), groups: turtle.objects(node, URI.PortGroups.group))
    }
  }
}
