import LV2Host
import Model
import Support
import TestHost

enum ManifestRangeMissing: DescriptionCheck {
  enum Message: MessageKind {
    case values

    var text: MessageText {
      switch self {
      case .values:
        MessageText(
          .note,
          rule: Rule(
            "Like a lv2:ControlPort, a CV port SHOULD have properties describing its value, in particular lv2:minimum, "
              + "lv2:maximum, and lv2:default", source: "lv2core.meta.ttl: lv2:CVPort"),
          remedy:
            "Write {lv2:default, lv2:minimum and lv2:maximum as numbers} at {the port}: otherwise, hosts show a number "
            + "field or assume the range 0 to 1.")
      }
    }
  }

  static let id: CheckID = "manifest.range-missing"
  static let text = CheckText(
    asserts: "Every control input has a minimum, a maximum and a default.",
    method: "Looks for the three values at every control input. A switch needs no bounds, nor does an enumeration with "
      + "scale points. All missing values of a plug-in are one finding.",
    level: CheckLevel(9, "Hosts assume a range of 0 to 1."))

  static func examine(_ context: PluginContext) -> CheckOutcome {
    let written = PortTurtle.ports(of: context.plugin.uri, in: context.turtle)
    let incomplete = context.plugin.ports(.control, .input).compactMap { port -> Incomplete? in
      let turtle = written.first { $0.symbols.first?.text == port.symbol }
      func fault(_ term: String) -> String {
        // The host finds no value although the Turtle contains one: the value is not a number.
        let value = turtle.flatMap { context.turtle.objects($0.node, URI.Core.namespace + term).first }
        return value?.nonNumericType.map { "\(term) is \($0), not a number" } ?? "no \(term)"
      }
      let needsBounds = !port.isToggled && !(port.isEnumeration && !port.scalePoints.isEmpty)
      var terms = port.defaultValue == nil ? ["default"] : []
      if needsBounds && port.minimum == nil { terms.append("minimum") }
      if needsBounds && port.maximum == nil { terms.append("maximum") }
      return terms.isEmpty ? nil : Incomplete(symbol: port.symbol, terms: terms, faults: terms.map(fault))
    }
    guard let first = incomplete.first else { return .passed }
    let inputs = incomplete.count == 1 ? "1 control input has" : "\(incomplete.count) control inputs have"
    let list = incomplete.map { "'\($0.symbol)' (\($0.faults.listed()))" }.listed(atMost: 8)
    let terms = ["default", "minimum", "maximum"].filter { term in incomplete.contains { $0.terms.contains(term) } }
    return finding(
      .values, "\(inputs) no default or no complete range; expected a default, a minimum and a maximum: \(list).",
      naming: [
        terms.map { "lv2:\($0)" }.listed() + (terms.count == 1 ? " as a number" : " as numbers"),
        incomplete.count == 1
          ? "port '\(first.symbol)'" : incomplete.map { "'\($0.symbol)'" }.listed(atMost: 4, "port"),
      ], count: incomplete.count)
  }

  private struct Incomplete {
    let symbol: String
    /// The missing terms, without the prefix.
    let terms: [String]
    let faults: [String]
  }
}
