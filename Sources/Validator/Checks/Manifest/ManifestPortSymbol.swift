import LV2Host
import Model
import TestHost

enum ManifestPortSymbol: DescriptionCheck {
  enum Message: MessageKind {
    case count, notAnIdentifier, notPlainText, groupNotAnIdentifier, duplicate, groupDuplicate
  }

  static let id: CheckID = "manifest.port-symbol"
  static let text = CheckText(
    asserts: "Each port has exactly one lv2:symbol, and the symbols of ports and port groups are C identifiers that "
      + "are unique in the plug-in.",
    rule: "A port must have exactly one lv2:symbol, without a language tag; the first character of a symbol must be "
      + "one of _, a-z or A-Z, and subsequent characters may additionally be 0-9; a symbol is unique in its parent; a "
      + "group must not have the same symbol as another group or a port of the plug-in",
    source: "lv2core: lv2:symbol, lv2:Symbol, lv2:PortBase; port-groups: pg:Group",
    method: "Reads the symbols of every port, and of every port group to which a port belongs, in the bundle's Turtle. "
      + "A fault of a group's symbol is a warning, because sessions do not refer to groups.",
    remedy: "Give each port one unique symbol such as 'gain_left', and keep it: saved sessions refer to it.",
    level: CheckLevel(3, "Sessions identify ports by their symbols."),
    severities: [.error, .warning])

  private static func groupRemedy(_ symbol: String) -> String {
    "Give the port group a unique symbol such as '\(symbol)', and keep the symbols of the ports: saved sessions refer to "
      + "them."
  }

  static func examine(_ context: PluginContext) -> CheckOutcome {
    let ports = PortTurtle.ports(of: context.plugin.uri, in: context.turtle)
    let groups = Set(ports.flatMap(\.groups))
    let groupSymbols = Set(groups.flatMap { symbols(of: $0, context) })
    return .findings {
      for port in ports { findings(port) }
      for symbol in groupSymbols.sorted() where !isIdentifier(symbol) {
        finding(
          .groupNotAnIdentifier, .warning, about: symbol,
          "The symbol '\(symbol)' of a port group is not a C identifier.", remedy: groupRemedy("main_group"))
      }
      for symbol in Set(ports.flatMap(\.symbols).map(\.text)).sorted() {
        duplicate(symbol, ports.filter { $0.symbols.contains { $0.text == symbol } }, context)
      }
      groupDuplicates(groupSymbols.sorted(), ports, groups, context)
    }
  }

  private static func symbols(of group: Statement.Node, _ context: PluginContext) -> [String] {
    context.turtle.objects(group, URI.Core.symbol).map(\.text)
  }

  /// The finding about ports with the same symbol; nil if only one has it.
  private static func duplicate(_ symbol: String, _ ports: [PortTurtle], _ context: PluginContext) -> Finding? {
    guard ports.count > 1 else { return nil }
    return finding(
      .duplicate, .error, about: symbol, sentence(about: ports.map { title($0, context) }, symbol))
  }

  /// One finding about all groups with the symbol of a port or of another group; nil if there are none.
  private static func groupDuplicates(
    _ symbols: [String], _ ports: [PortTurtle], _ groups: Set<Statement.Node>, _ context: PluginContext
  ) -> Finding? {
    let duplicates = symbols.compactMap { symbol -> (symbol: String, owners: [String])? in
      let ports = ports.filter { $0.symbols.contains { $0.text == symbol } }
      let groups = groups.filter { self.symbols(of: $0, context).contains(symbol) }
      let owners = ports.map { title($0, context) } + groups.map(title).sorted()
      return owners.count > 1 ? (symbol, owners) : nil
    }
    guard let first = duplicates.first else { return nil }
    let others = duplicates.dropFirst().map { "'\($0.symbol)'" }.joined(separator: ", ")
    return finding(
      .groupDuplicate, .warning, about: first.symbol,
      sentence(about: first.owners, first.symbol) + (others.isEmpty ? "" : " The same applies to \(others)."),
      remedy: groupRemedy("\(first.symbol)_group"), count: duplicates.count)
  }

  private static func sentence(about owners: [String], _ symbol: String) -> String {
    let owners = owners.joined(separator: " and ")
    return "\(owners.prefix(1).uppercased())\(owners.dropFirst()) have the symbol '\(symbol)'; expected unique symbols."
  }

  /// The port by its index and its name: its symbol does not identify it.
  private static func title(_ port: PortTurtle, _ context: PluginContext) -> String {
    let name = context.turtle.objects(port.node, URI.Core.namespace + "name").first.map { " '\($0.text)'" } ?? ""
    return "port \(port.indices.first?.text ?? "without index")\(name)"
  }

  private static func title(_ group: Statement.Node) -> String {
    if case .uri(let uri) = group { return "the port group <\(uri)>" }
    return "a port group"
  }

  @FindingsBuilder
  private static func findings(_ port: PortTurtle) -> [Finding] {
    if port.symbols.count != 1 {
      finding(.count, .error, about: port.subject, "Port \(port.name) has \(port.symbols.count) symbols; expected one.")
    }
    for symbol in port.symbols {
      if !isIdentifier(symbol.text) {
        finding(.notAnIdentifier, .error, about: symbol.text, "The symbol '\(symbol.text)' is not a C identifier.")
      }
      if let kind = kindIfNotPlain(symbol) {
        finding(
          .notPlainText, .error, about: symbol.text,
          "The symbol '\(symbol.text)' is \(kind); expected plain text. "
            + "Most hosts use lilv, which finds no port of the plug-in then.")
      }
    }
  }

  /// Whether a port has no symbol, several or an invalid one, which other faults can result from.
  static func hasFault(_ ports: [PortTurtle]) -> Bool {
    ports.contains { port in
      port.symbols.count != 1 || !isIdentifier(port.symbols[0].text) || kindIfNotPlain(port.symbols[0]) != nil
    }
  }

  /// The kind of a symbol that is not plain text; nil for plain text.
  private static func kindIfNotPlain(_ symbol: Statement.Node) -> String? {
    guard case .literal(_, let datatype, let language) = symbol else { return "not a literal" }
    if let language { return "text with the language tag @\(language)" }
    return datatype.flatMap { $0 == Statement.Node.xsd + "string" ? nil : "an \(Vocabulary.short($0))" }
  }

  private static func isIdentifier(_ text: String) -> Bool {
    let isWord = text.allSatisfy { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
    return isWord && text.first.map { !$0.isNumber } ?? false
  }
}
