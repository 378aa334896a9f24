import LV2Host
import TestHost
import ValidationModel

enum ParamOutputRange: PluginCheck {
  static let id: CheckID = "param.output-range"
  static let text = CheckText(
    asserts: """
      Control outputs are numbers, or minus infinity in decibels, and within their bounds where these are strict.
      """,
    rule: "With pprops:hasStrictBounds the value of an output port never exceeds its minimum and maximum",
    source: "port-props: pprops:hasStrictBounds; lv2core: lv2:ControlPort",
    method:
      "Plays silence, noise, a full-scale square, DC, and silence again, and reads every control output after each block; "
      + "then after a block of no frames, unless the plug-in requires blocks of a fixed length.",
    remedy: "Clamp meters at both ends; take a logarithm of what is above 0 only, and no mean of no samples.",
    severities: [.warning])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let ports = context.plugin.ports(.control, .output)
    guard !ports.isEmpty else { return .skipped("it has no control output") }
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    instance.activate()
    var seen: [Int: (value: Float, occasion: String, count: Int)] = [:]
    func look(_ occasion: String) {
      for port in ports {
        let value = instance[control: port.index]
        guard !isAllowed(value, port, context.rate) else { continue }
        seen[port.index, default: (value, occasion, 0)].count += 1
      }
    }
    for signal in [.silence, context.noise, .fullScale, .dc(1), .silence] {
      instance.play(signal, frames: 8192, after: { _, _ in look("on \(signal.name)") })
    }
    if !context.plugin.requiresOneBlockLength {
      instance.prepareAtoms()
      instance.run(0)
      look("in a block of no frames")
    }
    return .findings(
      ports.compactMap { port in
        seen[port.index].map { value, occasion, count in
          finding(
            .warning,
            "Output '\(port.symbol)' shows \(value) \(occasion)\(value.isFinite ? ", beyond its strict bounds" : "").",
            count: count, call: "run()", seed: context.seed)
        }
      })
  }

  private static func isAllowed(_ value: Float, _ port: PortDescription, _ rate: Double) -> Bool {
    // A meter's logarithm of silence.
    guard value.isFinite else { return value == -.infinity && port.unit.map { $0.hasPrefix("dB") } == true }
    guard port.properties.contains(URI.PortProps.hasStrictBounds), let range = port.range(rate: rate) else {
      return true
    }
    return range.contains(value)
  }
}
