enum ManifestPortSymbol: PluginCheck {
  static let id = CheckID.manifestPortSymbol
  static let depth = CheckDepth.description
  static let text = CheckText(
    asserts: "Each port has exactly one lv2:symbol, a C identifier, unique in the plug-in, port groups included.",
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
      }
    }
    for group in Set(ports.flatMap(\.groups)) {
      for symbol in context.turtle.objects(group, PortTurtle.core + "symbol") { owners[symbol.text, default: 0] += 1 }
    }
    for (symbol, count) in owners.sorted(by: { $0.key < $1.key }) where count > 1 {
      findings.append(finding(.error, "\(count) ports or port groups have the symbol '\(symbol)'."))
    }
    return .findings(findings)
  }

  static func isIdentifier(_ text: String) -> Bool {
    func isStart(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    guard let first = text.utf8.first, isStart(first) else { return false }
    return text.utf8.dropFirst().allSatisfy { isStart($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
