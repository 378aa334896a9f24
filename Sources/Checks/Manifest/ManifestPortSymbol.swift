import LV2Host
import TestHost
import ValidationModel

enum ManifestPortSymbol: PluginCheck {
  enum Message: MessageKind {
    case count, notAnIdentifier, notPlainText, groupNotAnIdentifier, duplicate
  }

  static let id: CheckID = "manifest.port-symbol"
  static let depth = CheckDepth.description
  static let text = CheckText(
    asserts: "Each port has exactly one lv2:symbol, and the symbols of ports and port groups are C identifiers that "
      + "are unique in the plug-in.",
    rule: "A port must have exactly one lv2:symbol, without a language tag; the first character of a symbol must be "
      + "one of _, a-z or A-Z, and subsequent characters may additionally be 0-9; a symbol is unique in its parent",
    source: "lv2core: lv2:symbol, lv2:Symbol, lv2:PortBase",
    method: "Reads the symbols of every port, and of every port group to which a port belongs, in the bundle's Turtle.",
    remedy: "Give each port one unique symbol such as 'gain_left', and keep it: saved sessions refer to it.",
    severities: [.error])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let problem = context.turtle.syntaxProblem { return .skipped(problem) }
    let ports = PortTurtle.ports(of: context.plugin.uri, in: context.turtle)
    var findings = ports.flatMap(findings)
    var owners = ports.flatMap(\.symbols).reduce(into: [String: Int]()) { $0[$1.text, default: 0] += 1 }
    var groupFaults: Set<String> = []
    for group in Set(ports.flatMap(\.groups)) {
      for symbol in context.turtle.objects(group, URI.Core.symbol) {
        owners[symbol.text, default: 0] += 1
        if !isIdentifier(symbol.text) { groupFaults.insert(symbol.text) }
      }
    }
    findings += groupFaults.sorted().map {
      finding(
        .groupNotAnIdentifier, .error, about: $0, "The symbol '\($0)' of a port group is not a C identifier.")
    }
    for (symbol, count) in owners.sorted(by: { $0.key < $1.key }) where count > 1 {
      findings.append(
        finding(
          .duplicate, .error, about: symbol,
          "\(count) ports or port groups have the symbol '\(symbol)'; expected unique symbols."))
    }
    return .findings(findings)
  }

  private static func findings(_ port: PortTurtle) -> [Finding] {
    var findings: [Finding] = []
    if port.symbols.count != 1 {
      findings.append(
        finding(
          .count, .error, about: port.subject, "Port \(port.name) has \(port.symbols.count) symbols; expected one."))
    }
    for symbol in port.symbols {
      if !isIdentifier(symbol.text) {
        findings.append(
          finding(
            .notAnIdentifier, .error, about: symbol.text, "The symbol '\(symbol.text)' is not a C identifier."))
      }
      if let kind = kindIfNotPlain(symbol) {
        findings.append(
          finding(
            .notPlainText, .error, about: symbol.text,
            "The symbol '\(symbol.text)' is \(kind); expected plain text. "
              + "Most hosts use lilv, which finds no port of the plug-in then."))
      }
    }
    return findings
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

  static func isIdentifier(_ text: String) -> Bool {
    func isStart(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    guard let first = text.utf8.first, isStart(first) else { return false }
    return text.utf8.dropFirst().allSatisfy { isStart($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
