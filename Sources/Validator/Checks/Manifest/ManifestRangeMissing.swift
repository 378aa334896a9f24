import LV2Host
import Model
import TestHost

enum ManifestRangeMissing: DescriptionCheck {
  enum Message: MessageKind { case values }

  static let id: CheckID = "manifest.range-missing"
  static let text = CheckText(
    asserts: "Every control input has a minimum, a maximum and a default.",
    rule: "lv2:minimum, lv2:maximum and lv2:default are the bounds and the initial value of a control; a host must "
      + "guess missing values",
    source: "lv2core: lv2:minimum, lv2:maximum, lv2:default",
    method: "Looks for the three values at every control input. A switch needs no bounds, nor does an enumeration with "
      + "scale points. All missing values of a plug-in are one finding.",
    remedy: "Write all three values: without them, hosts show a control as a number field or assume the range 0 to 1.",
    level: CheckLevel(9, "Hosts assume a range of 0 to 1."),
    severities: [.note])

  static func examine(_ context: PluginContext) -> CheckOutcome {
    let written = PortTurtle.ports(of: context.plugin.uri, in: context.turtle)
    let incomplete = context.plugin.ports(.control, .input).compactMap { port -> String? in
      let turtle = written.first { $0.symbols.first?.text == port.symbol }
      func fault(_ term: String) -> String {
        // The host finds no value although the Turtle contains one: the value is not a number.
        let value = turtle.flatMap { context.turtle.objects($0.node, URI.Core.namespace + term).first }
        return value?.nonNumericType.map { "\(term) is \($0), not a number" } ?? "no \(term)"
      }
      let needsBounds = !port.isToggled && !(port.isEnumeration && !port.scalePoints.isEmpty)
      var faults = port.defaultValue == nil ? [fault("default")] : []
      if needsBounds && port.minimum == nil { faults.append(fault("minimum")) }
      if needsBounds && port.maximum == nil { faults.append(fault("maximum")) }
      return faults.isEmpty ? nil : "\(port.symbol) (\(faults.joined(separator: ", ")))"
    }
    guard !incomplete.isEmpty else { return .passed }
    let list = incomplete.prefix(8).joined(separator: ", ") + (incomplete.count > 8 ? " ..." : "")
    return finding(
      .values, .note, "Not every control input has a default, a minimum and a maximum. Incomplete are \(list).",
      count: incomplete.count)
  }
}
