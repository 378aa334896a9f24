import LV2Host
import TestHost
import ValidationModel

enum ManifestRangeMissing: PluginCheck {
  static let id: CheckID = "manifest.range-missing"
  static let depth = CheckDepth.description
  static let text = CheckText(
    asserts: "Every control input has a minimum, a maximum and a default.",
    rule: "lv2:minimum, lv2:maximum and lv2:default tell a host the values of a control; without them it guesses",
    source: "lv2core: lv2:minimum, lv2:maximum, lv2:default",
    method:
      "Looks for the three at every control input. A switch needs no bounds, nor does an enumeration that lists its "
      + "values. All that is missing is one finding.",
    remedy: "Write all three; hosts draw a control without them as a box for any number, or from 0 to 1.",
    severities: [.note])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let obstacle = PortTurtle.obstacle(in: context.turtle) { return .skipped(obstacle) }
    let written = PortTurtle.ports(of: context.plugin.uri, in: context.turtle)
    let lacking = context.plugin.ports(.control, .input).compactMap { port -> String? in
      let turtle = written.first { $0.symbols.first?.text == port.symbol }
      func name(_ term: String) -> String {
        // Where it is written and the host sees none, it is no number.
        let value = turtle.flatMap { context.turtle.objects($0.node, PortTurtle.core + term).first }
        return value?.notANumber.map { "\(term) as a number: it is \($0)" } ?? term
      }
      let needsBounds = !port.isToggled && !(port.isEnumeration && !port.scalePoints.isEmpty)
      var missing = port.defaultValue == nil ? [name("default")] : []
      if needsBounds && port.minimum == nil { missing.append(name("minimum")) }
      if needsBounds && port.maximum == nil { missing.append(name("maximum")) }
      return missing.isEmpty ? nil : "'\(port.symbol)' (\(missing.joined(separator: ", ")))"
    }
    guard !lacking.isEmpty else { return .passed }
    let list = lacking.prefix(8).joined(separator: ", ") + (lacking.count > 8 ? " ..." : "")
    return .findings([finding(.note, "Control inputs lack what stands in brackets: \(list).", count: lacking.count)])
  }
}
