import LV2Host
import Model
import Support
import TestHost

enum ManifestLogRange: DescriptionCheck {
  enum Message: MessageKind {
    case missingBound, zeroBound, signs

    var text: MessageText {
      switch self {
      case .missingBound:
        MessageText(
          .warning, .note, rule: rule,
          remedy: "Write a number with the sign of the other bound as the {lv2:minimum} of {the port}, or remove "
            + "pprops:logarithmic.")
      case .zeroBound:
        MessageText(
          .warning, .note,
          rule: Rule(
            "The lower and upper bounds of a logarithmic scale must be specified, and must be of the same sign; 0 has neither "
              + "a sign nor a logarithm", source: "port-props.meta.ttl: pprops:logarithmic"),
          remedy:
            "Replace the {minimum} 0 of {the port} by a small number such as {0.001}; if 0 has a meaning of its own, such as "
            + "off, remove pprops:logarithmic.")
      case .signs:
        MessageText(
          .warning, .note, rule: rule,
          remedy: "Set both bounds of {the port} above 0, or remove pprops:logarithmic.")
      }
    }
  }

  private static let rule = Rule(
    "The lower and upper bounds of a logarithmic scale must be specified, and must be of the same sign",
    source: "port-props.meta.ttl: pprops:logarithmic")

  static let id: CheckID = "manifest.log-range"
  static let text = CheckText(
    asserts: "The minimum and the maximum of each logarithmic port exist, have the same sign and are not 0.",
    method:
      "Reads the bounds of every port with pprops:logarithmic. A fault of an input is a warning, of an output a note.",
    level: CheckLevel(7, "Hosts replace the logarithmic scale by a linear one."))

  static func examine(_ context: PluginContext) -> CheckOutcome {
    let ports = context.plugin.ports.filter { $0.isLogarithmic && ($0.kind == .control || $0.kind == .cv) }
    return .findings {
      findings(ports.filter(\.isInput), "input", .warning)
      findings(ports.filter { !$0.isInput }, "output", .note)
    }
  }

  private static func findings(_ ports: [PortDescription], _ direction: String, _ severity: Severity) -> [Finding] {
    var faults: [Fault: [String]] = [:]
    for port in ports {
      if let fault = fault(port) { faults[fault, default: []].append(port.symbol) }
    }
    return faults.sorted { $0.key.clause < $1.key.clause }.map { fault, symbols in
      let noun = symbols.count > 1 ? "\(direction)s" : direction
      let title = "\(noun) \(symbols.map { "'\($0)'" }.listed(atMost: 8))"
      let names: [String] =
        switch fault.message {
        case .missingBound: [fault.bound, title]
        case .zeroBound: [fault.bound, title, fault.bound == "minimum" ? "0.001" : "-0.001"]
        case .signs: [title]
        }
      return finding(
        fault.message, severity: severity, about: symbols[0], "The logarithmic range of \(title) \(fault.clause).",
        naming: names,
        count: symbols.count)
    }
  }

  /// The fault of a range.
  private struct Fault: Hashable {
    let message: Message
    /// A clause that follows the names of the ports.
    let clause: String
    /// The bound concerned.
    var bound = ""
  }

  private static func fault(_ port: PortDescription) -> Fault? {
    guard let low = port.minimum, let high = port.maximum else {
      let bound = port.minimum == nil ? "minimum" : "maximum"
      return Fault(message: .missingBound, clause: "has no numeric \(bound)", bound: bound)
    }
    if low == 0 || high == 0 {
      let bound = low == 0 ? "minimum" : "maximum"
      return Fault(message: .zeroBound, clause: "has the \(bound) 0, which has no logarithm", bound: bound)
    }
    return (low < 0) == (high < 0)
      ? nil
      : Fault(message: .signs, clause: "extends from \(low.text) to \(high.text); expected bounds of the same sign")
  }
}
