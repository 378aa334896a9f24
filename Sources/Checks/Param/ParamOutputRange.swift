import LV2Host
import TestHost
import ValidationModel

enum ParamOutputRange: PluginCheck {
  enum Message: MessageKind { case nonfinite, outOfBounds }

  static let id: CheckID = "param.output-range"
  static let text = CheckText(
    asserts: "Control outputs are finite, or minus infinity in decibels, and within their bounds if these are strict.",
    rule: "pprops:hasStrictBounds indicates that values within the specified range are to be expected of an output "
      + "port, and breaking that should be considered as an error in the plug-in",
    source: "port-props: pprops:hasStrictBounds; lv2core: lv2:ControlPort",
    method: "Plays silence, noise, a full-scale square wave, DC, and silence again, and reads every control output "
      + "after each block and after run(0).",
    details: "The check omits run(0) if the plug-in requires blocks of a fixed length.",
    remedy: "\(boundsRemedy) \(nonfiniteRemedy)",
    level: CheckLevel(7, "Meters show wrong values."),
    severities: [.warning])

  private static let boundsRemedy =
    "Clamp the value to its bounds, enlarge the bounds, or remove pprops:hasStrictBounds."
  private static let nonfiniteRemedy =
    "Compute logarithms only of positive values, and handle the mean of zero samples."

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let ports = context.plugin.ports(.control, .output)
    guard !ports.isEmpty else { return .skipped("the plug-in has no control output") }
    let instance = try context.activeInstance()
    var seen: [Int: (value: Float, occasion: String, count: Int)] = [:]
    func look(_ occasion: String) {
      for port in ports {
        let value = instance[control: port.index]
        if !isAllowed(value, port, context.rate) { seen[port.index, default: (value, occasion, 0)].count += 1 }
      }
    }
    for signal in [.silence, context.noise, .fullScale, .dc(1), .silence] {
      instance.play(signal, frames: 8192, after: { _, _ in look("on \(signal.name)") })
    }
    if !context.plugin.requiresOneBlockLength {
      instance.prepareAtoms()
      instance.run(0)
      look("after run(0)")
    }
    return .findings {
      for port in ports {
        if let (value, occasion, count) = seen[port.index] {
          let bounds = value.isFinite ? port.range(rate: context.rate) : nil
          let expected =
            bounds.map { "\($0.lowerBound.text) to \($0.upperBound.text), its strict bounds" } ?? "a finite value"
          runFinding(
            value.isFinite ? .outOfBounds : .nonfinite, .warning, about: port.symbol, context,
            "Control output '\(port.symbol)' is \(value.text) \(occasion); expected \(expected).",
            remedy: value.isFinite ? boundsRemedy : nonfiniteRemedy, count: count)
        }
      }
    }
  }

  private static func isAllowed(_ value: Float, _ port: PortDescription, _ rate: Double) -> Bool {
    // The level of silence in decibels.
    guard value.isFinite else { return value == -.infinity && port.unit.map { $0.hasPrefix("dB") } == true }
    guard port.properties.contains(URI.PortProps.hasStrictBounds) else { return true }
    return port.range(rate: rate)?.contains(value) ?? true
  }
}
