import LV2Host
import Model
import TestHost

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
  private static let magnitudeRemedy =
    "Report a magnitude, such as the peak of the block, or enlarge the bounds."
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
    let faults = ports.compactMap { port in seen[port.index].map { Fault(port: port, $0, context.rate) } }
    return .findings(
      Dictionary(grouping: faults, by: \.key).values.map { finding(of: $0, context) }.sorted { $0.message < $1.message }
    )
  }

  private struct Fault {
    let symbol: String
    let text: String
    /// Equal for ports that fail in the same way.
    let key: String
    let value: Float
    let count: Int
    let remedy: String

    init(port: PortDescription, _ seen: (value: Float, occasion: String, count: Int), _ rate: Double) {
      let bounds = seen.value.isFinite ? port.range(rate: rate) : nil
      let expected = bounds.map { "\($0.lowerBound.text) to \($0.upperBound.text), its strict bounds" }
      symbol = port.symbol
      text = "is \(seen.value.text) \(seen.occasion); expected \(expected ?? "a finite value")."
      // Meters exceed their bounds by different amounts.
      key = "\(seen.value.isFinite ? "" : "\(seen.value) \(seen.occasion)") \(expected ?? "")"
      (value, count) = (seen.value, seen.count)
      let isSigned = bounds.map { $0.lowerBound == 0 && seen.value < 0 } ?? false
      remedy = bounds == nil ? nonfiniteRemedy : isSigned ? magnitudeRemedy : boundsRemedy
    }
  }

  private static func finding(of faults: [Fault], _ context: PluginContext) -> Finding {
    let (fault, others) = (faults[0], faults.dropFirst().map { "'\($0.symbol)'" })
    let list = others.prefix(3).joined(separator: ", ") + (others.count > 3 ? " and \(others.count - 3) more" : "")
    return runFinding(
      fault.value.isFinite ? .outOfBounds : .nonfinite, .warning, about: fault.symbol, context,
      "Control output '\(fault.symbol)' \(fault.text)" + (others.isEmpty ? "" : " The same applies to \(list)."),
      remedy: fault.remedy, count: faults.reduce(0) { $0 + $1.count })
  }

  private static func isAllowed(_ value: Float, _ port: PortDescription, _ rate: Double) -> Bool {
    // The level of silence in decibels.
    guard value.isFinite else { return value == -.infinity && port.unit.map { $0.hasPrefix("dB") } == true }
    guard port.properties.contains(URI.PortProps.hasStrictBounds) else { return true }
    return port.range(rate: rate)?.contains(value) ?? true
  }
}
