import LV2Host
import TestHost
import ValidationModel

enum ManifestValueKind: PluginCheck {
  static let id: CheckID = "manifest.value-kind"
  static let depth = CheckDepth.description
  static let text = CheckText(
    asserts: "The default and the bounds of integers, switches and enumerations are such values.",
    rule: "The reasonable values of lv2:integer are integers, of lv2:enumeration its scale points, of lv2:toggled off "
      + "and on, which is 0 and 1",
    source: "lv2core.meta.ttl: lv2:integer, lv2:toggled, lv2:enumeration",
    method: "Looks at default, minimum and maximum of every control and CV port with one of these properties. Numbers "
      + "within one part in a million count as equal. Bounds that are multiples of the sample rate are left out.",
    remedy: "Write a value of the kind, or leave the property out.",
    severities: [.note])

  /// As in manifest.range.
  private static let rounding: Float = 1e-6

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let obstacle = PortTurtle.obstacle(in: context.turtle) { return .skipped(obstacle) }
    let ports = context.plugin.ports.filter { ($0.kind == .control || $0.kind == .cv) && !$0.isScaledByRate }
    return .findings(ports.flatMap(findings))
  }

  private static func findings(_ port: PortDescription) -> [Finding] {
    let values = [("minimum", port.minimum), ("maximum", port.maximum), ("default", port.defaultValue)]
    return values.compactMap { name, value in
      guard let value, value.isFinite, let kind = kind(port, without: value) else { return nil }
      return finding(.note, "Port '\(port.symbol)' is \(kind), and its \(name) is \(value).")
    }
  }

  /// What a port is that does not have a value like this; nil where it may have it.
  private static func kind(_ port: PortDescription, without value: Float) -> String? {
    func isOne(of values: [Float]) -> Bool { values.contains { abs($0 - value) <= rounding * max(1, abs($0)) } }
    if port.isToggled { return isOne(of: [0, 1]) ? nil : "a switch" }
    if port.isEnumeration && !port.scalePoints.isEmpty {
      return isOne(of: port.scalePoints.map(\.value)) ? nil : "an enumeration without this value"
    }
    return port.isInteger && !isOne(of: [value.rounded()]) ? "an integer" : nil
  }
}
