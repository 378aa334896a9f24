import TestHost
import ValidationModel

enum ManifestPortSymbol: PluginCheck {
  static let id: CheckID = "manifest.port-symbol"
  static let depth = CheckDepth.description
  static let text = CheckText(
    asserts: "Each port has exactly one lv2:symbol, and that of a port or of a port group is a C identifier, unique in "
      + "the plug-in.",
    rule:
      "A port has exactly one lv2:symbol; a symbol begins with a letter or an underscore, which letters, digits and "
      + "underscores follow, and is unique in its parent",
    source: "lv2core: lv2:symbol, lv2:Symbol, lv2:PortBase",
    method: "Reads the symbols of every port, and of every port group that a port is in, in the bundle's Turtle.",
    remedy: "Give each port one symbol of its own, such as 'gain_left', and never change it: saved sessions use it.",
    severities: [.error])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let obstacle = PortTurtle.obstacle(in: context.turtle) { return .skipped(obstacle) }
    let ports = PortTurtle.ports(of: context.plugin.uri, in: context.turtle)
    var findings: [Finding] = []
    var owners: [String: Int] = [:]
    for port in ports {
      if port.symbols.count != 1 {
        findings.append(finding(.error, "Port \(port.name) has \(port.symbols.count) symbols."))
      }
      for symbol in port.symbols {
        owners[symbol.text, default: 0] += 1
        if !isIdentifier(symbol.text) {
          findings.append(finding(.error, "The symbol '\(symbol.text)' is not a C identifier."))
        }
        if let fault = fault(symbol) {
          findings.append(
            finding(
              .error, "The symbol '\(symbol.text)' \(fault): lilv, and so most hosts, finds no port in the plug-in."))
        }
      }
    }
    var groupFaults: Set<String> = []
    for group in Set(ports.flatMap(\.groups)) {
      for symbol in context.turtle.objects(group, PortTurtle.core + "symbol") {
        owners[symbol.text, default: 0] += 1
        if !isIdentifier(symbol.text) { groupFaults.insert(symbol.text) }
      }
    }
    findings += groupFaults.sorted().map {
      finding(.error, "The symbol '\($0)' of a port group is not a C identifier.")
    }
    for (symbol, count) in owners.sorted(by: { $0.key < $1.key }) where count > 1 {
      findings.append(finding(.error, "\(count) ports or port groups have the symbol '\(symbol)'."))
    }
    return .findings(findings)
  }

  /// Whether a port has no symbol, several, or one that is none: what else is wrong with it may come of that.
  static func hasFault(_ ports: [PortTurtle]) -> Bool {
    ports.contains { port in
      port.symbols.count != 1 || !isIdentifier(port.symbols[0].text) || fault(port.symbols[0]) != nil
    }
  }

  /// Why a symbol is no plain text, as a verb and what follows.
  private static func fault(_ symbol: Statement.Node) -> String? {
    guard case .literal(_, let datatype, let language) = symbol else { return "is no literal" }
    if let language { return "is text in a language, @\(language)" }
    return datatype.map { $0 == Statement.Node.xsd + "string" } ?? true ? nil : "is of a datatype other than xsd:string"
  }

  static func isIdentifier(_ text: String) -> Bool {
    func isStart(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    guard let first = text.utf8.first, isStart(first) else { return false }
    return text.utf8.dropFirst().allSatisfy { isStart($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
