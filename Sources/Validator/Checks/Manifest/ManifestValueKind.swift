import LV2Host
import Model
import TestHost

enum ManifestValueKind: DescriptionCheck {
  enum Message: MessageKind { case toggled, enumeration, integer }

  static let id: CheckID = "manifest.value-kind"
  static let text = CheckText(
    asserts: "The default and the bounds of integers, switches and enumerations are values of that kind.",
    rule: "All the reasonable values of an lv2:integer port are integers; the scale points of an lv2:enumeration "
      + "define all its reasonable values; an lv2:toggled port is off or on, commonly 0 or 1",
    source: "lv2core.meta.ttl: lv2:integer, lv2:toggled, lv2:enumeration",
    method: "Reads the default, minimum and maximum of every control and CV port with one of these properties. Numbers "
      + "that differ by less than one part in a million are equal. Ports with lv2:sampleRate are not judged.",
    remedy: "Write a value of that kind, or remove the property.",
    level: CheckLevel(10, "A host can only present the control better."),
    severities: [.note])

  static func examine(_ context: PluginContext) -> CheckOutcome {
    .findings {
      for port in context.plugin.ports where (port.kind == .control || port.kind == .cv) && !port.isScaledByRate {
        for (name, value) in [("minimum", port.minimum), ("maximum", port.maximum), ("default", port.defaultValue)] {
          if let value, value.isFinite, let (message, expected) = violation(of: port, by: value) {
            finding(
              message, .note, about: "\(port.symbol) \(name)",
              "The \(name) of port '\(port.symbol)' is \(value); expected \(expected).")
          }
        }
      }
    }
  }

  /// The property of a port that a value violates, and the expected values; nil if the value is valid.
  private static func violation(of port: PortDescription, by value: Float) -> (Message, expected: String)? {
    func isOne(of values: [Float]) -> Bool {
      values.contains { abs($0 - value) <= ManifestRange.rounding * max(1, abs($0)) }
    }
    if port.isToggled { return isOne(of: [0, 1]) ? nil : (.toggled, "0 or 1, because it is lv2:toggled") }
    if port.isEnumeration && !port.scalePoints.isEmpty {
      return isOne(of: port.scalePoints.map(\.value))
        ? nil : (.enumeration, "the value of a scale point, because it is an lv2:enumeration")
    }
    return port.isInteger && !isOne(of: [value.rounded()])
      ? (.integer, "an integer, because it is lv2:integer") : nil
  }
}
