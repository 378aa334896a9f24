import LV2Host
import Model
import TestHost

enum ManifestLogRange: DescriptionCheck {
  enum Message: MessageKind { case missingBound, zeroBound, signs }

  static let id: CheckID = "manifest.log-range"
  static let text = CheckText(
    asserts: "The minimum and the maximum of each logarithmic port exist, have the same sign and are not 0.",
    rule: "The lower and upper bounds of a logarithmic port must be specified and must be of the same sign; 0 has no "
      + "logarithm",
    source: "port-props.meta.ttl: pprops:logarithmic",
    method:
      "Reads the bounds of every port with pprops:logarithmic. A fault of an input is a warning, of an output a note.",
    remedy:
      "Set both bounds and the default above 0, the lower bound to a small positive number, or remove pprops:logarithmic.",
    level: CheckLevel(7, "Hosts replace the logarithmic scale by a linear one."),
    severities: [.warning, .note])

  static func examine(_ context: PluginContext) -> CheckOutcome {
    let ports = context.plugin.ports.filter { $0.isLogarithmic && ($0.kind == .control || $0.kind == .cv) }
    return .findings {
      findings(ports.filter(\.isInput), "input", .warning)
      findings(ports.filter { !$0.isInput }, "output", .note)
    }
  }

  private static func findings(_ ports: [PortDescription], _ direction: String, _ severity: Severity) -> [Finding] {
    var faults: [String: (Message, symbols: [String])] = [:]
    for port in ports {
      if let (message, clause) = fault(port) { faults[clause, default: (message, [])].symbols.append(port.symbol) }
    }
    return faults.sorted { $0.key < $1.key }.map { clause, fault in
      let list = fault.symbols.prefix(8).map { "'\($0)'" }.joined(separator: ", ")
      let end = fault.symbols.count > 8 ? " and \(fault.symbols.count - 8) more" : ""
      let noun = fault.symbols.count > 1 ? "\(direction)s" : direction
      return finding(
        fault.0, severity, about: fault.symbols[0], "The logarithmic range of \(noun) \(list)\(end) \(clause).",
        count: fault.symbols.count)
    }
  }

  /// The fault of a range, as a clause that follows the names of the ports.
  private static func fault(_ port: PortDescription) -> (Message, String)? {
    guard let low = port.minimum, let high = port.maximum else {
      return (.missingBound, "has no numeric \(port.minimum == nil ? "minimum" : "maximum")")
    }
    if low == 0 || high == 0 {
      return (.zeroBound, "has the \(low == 0 ? "minimum" : "maximum") 0, which has no logarithm")
    }
    return (low < 0) == (high < 0) ? nil : (.signs, "extends from \(low) to \(high); expected bounds of the same sign")
  }
}
