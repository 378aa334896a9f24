import LV2Host
import TestHost
import ValidationModel

enum ManifestLogRange: PluginCheck {
  static let id: CheckID = "manifest.log-range"
  static let depth = CheckDepth.description
  static let text = CheckText(
    asserts: "A logarithmic port has two bounds, of one sign, and neither is 0.",
    rule: "The bounds of a logarithmic port are both specified and of the same sign; 0 has no logarithm",
    source: "port-props.meta.ttl: pprops:logarithmic",
    method: "Looks at the bounds of every port with pprops:logarithmic.",
    remedy: "Begin the range at a small number above 0, or leave pprops:logarithmic out.",
    severities: [.warning])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let obstacle = PortTurtle.obstacle(in: context.turtle) { return .skipped(obstacle) }
    var symbols: [String: [String]] = [:]
    for port in context.plugin.ports where port.isLogarithmic && (port.kind == .control || port.kind == .cv) {
      if let fault = fault(port) { symbols[fault, default: []].append("'\(port.symbol)'") }
    }
    return .findings(
      symbols.sorted { $0.key < $1.key }.map { fault, ports in
        let list = ports.prefix(8).joined(separator: ", ") + (ports.count > 8 ? " ..." : "")
        return finding(.warning, "A logarithmic range \(fault): \(list).", count: ports.count)
      })
  }

  /// What is wrong with the range, as a verb and what follows.
  private static func fault(_ port: PortDescription) -> String? {
    guard let low = port.minimum, let high = port.maximum else {
      return "has no \(port.minimum == nil ? "minimum" : "maximum") that is a number"
    }
    if low == 0 || high == 0 { return "has the \(low == 0 ? "minimum" : "maximum") 0" }
    return (low < 0) == (high < 0) ? nil : "goes from \(low) to \(high)"
  }
}
