import LV2Host
import Model
import Support
import TestHost

enum ManifestPortSymbol: DescriptionCheck {
  enum Message: MessageKind {
    case count, notAnIdentifier, notPlainText, groupNotAnIdentifier, duplicate, groupDuplicate

    var text: MessageText {
      switch self {
      case .count:
        MessageText(
          .error,
          rule: Rule(
            "A port MUST have exactly one lv2:symbol", source: "lv2core.ttl: lv2:PortBase, restriction on lv2:symbol"),
          remedy: "{Write 'lv2:symbol \"gain_left\"'} at {the port}: saved sessions refer to it by its symbol.")
      case .notAnIdentifier:
        MessageText(
          .error, rule: characters, remedy: "Replace the symbol '{1-in}' by a C identifier such as '{_1_in}'.")
      case .notPlainText:
        MessageText(
          .error,
          rule: Rule(
            "The value of lv2:symbol MUST be a valid lv2:Symbol, and MUST NOT have a language tag",
            source: "lv2core.meta.ttl: lv2:symbol"),
          remedy: "Write 'lv2:symbol \"{in}\"' in quotation marks, without a language tag or a datatype.")
      case .groupNotAnIdentifier:
        MessageText(
          .warning, rule: characters,
          remedy: "Replace the symbol '{my group}' of the port group by a C identifier such as '{my_group}'.")
      case .duplicate:
        MessageText(
          .error,
          rule: Rule(
            "A symbol is a unique identifier with respect to the parent, for example a port's symbol with respect to its "
              + "plug-in", source: "lv2core.meta.ttl: lv2:symbol"),
          remedy: "Give {the ports} different symbols: hosts refer to a port by its symbol.")
      case .groupDuplicate:
        MessageText(
          .warning,
          rule: Rule(
            "A group on a plug-in MUST NOT have the same symbol as any other group or port on that plug-in",
            source: "port-groups.meta.ttl: pg:Group"),
          remedy:
            "Give the port group a unique symbol such as '{in_group}', and keep the symbols of the ports: saved sessions "
            + "refer to them.")
      }
    }
  }

  private static let characters = Rule(
    "The first character of a symbol must be one of _, a-z or A-Z, and subsequent characters may additionally be 0-9",
    source: "lv2core.meta.ttl: lv2:Symbol")

  static let id: CheckID = "manifest.port-symbol"
  static let text = CheckText(
    asserts: "Each port has exactly one lv2:symbol, and the symbols of ports and port groups are C identifiers that "
      + "are unique in the plug-in.",
    method: "Reads the symbols of every port, and of every port group to which a port belongs, in the bundle's Turtle. "
      + "A fault of a group's symbol is a warning, because sessions do not refer to groups.",
    level: CheckLevel(3, "Sessions identify ports by their symbols."))

  static func examine(_ context: PluginContext) -> CheckOutcome {
    let ports = PortTurtle.ports(of: context.plugin.uri, in: context.turtle)
    let groups = Set(ports.flatMap(\.groups))
    let groupSymbols = Set(groups.flatMap { symbols(of: $0, context) })
    return .findings {
      for port in ports { findings(port) }
      for symbol in groupSymbols.sorted() where !isIdentifier(symbol) {
        finding(
          .groupNotAnIdentifier, about: symbol, "The symbol '\(symbol)' of a port group is not a C identifier.",
          naming: [symbol, identifier(like: symbol)])
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
    let owners = ports.map { title($0, context) }
    return finding(
      .duplicate, about: symbol, sentence(about: owners, symbol), naming: [owners.listed()])
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
    let others = duplicates.dropFirst().map { "'\($0.symbol)'" }.listed(atMost: 8)
    return finding(
      .groupDuplicate, about: first.symbol,
      sentence(about: first.owners, first.symbol) + (others.isEmpty ? "" : " The same applies to \(others)."),
      naming: ["\(first.symbol)_group"], count: duplicates.count)
  }

  private static func sentence(about owners: [String], _ symbol: String) -> String {
    let owners = owners.listed()
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
      let symbols = port.symbols.isEmpty ? "no symbol" : "the symbols \(port.symbols.map { "'\($0.text)'" }.listed())"
      finding(
        .count, about: port.subject, "Port \(port.name) has \(symbols); expected one.",
        naming: [
          port.symbols.isEmpty ? "Write 'lv2:symbol \"gain_left\"'" : "Keep one lv2:symbol", port.title,
        ])
    }
    for symbol in port.symbols {
      if !isIdentifier(symbol.text) {
        finding(
          .notAnIdentifier, about: symbol.text, "The symbol '\(symbol.text)' is not a C identifier.",
          naming: [symbol.text, identifier(like: symbol.text)])
      }
      if let kind = kindIfNotPlain(symbol) {
        finding(
          .notPlainText, about: symbol.text,
          "The symbol '\(symbol.text)' is \(kind); expected plain text. "
            + "Most hosts use lilv, which finds no port of the plug-in then.", naming: [symbol.text])
      }
    }
  }

  /// A valid symbol that resembles an invalid one.
  private static func identifier(like text: String) -> String {
    let word = String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    return word.first?.isNumber ?? true ? "_\(word)" : word
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
