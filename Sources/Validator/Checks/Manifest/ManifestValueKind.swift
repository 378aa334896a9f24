import LV2Host
import Model
import Support
import TestHost

enum ManifestValueKind: DescriptionCheck {
  enum Message: MessageKind {
    case toggled, enumeration, integer

    var text: MessageText {
      switch self {
      case .toggled:
        MessageText(
          .note,
          rule: Rule(
            "Data less than or equal to zero should be considered off or false, and data above zero should be considered on "
              + "or true; hosts set 0 and 1", source: "lv2core.meta.ttl: lv2:toggled"),
          remedy: "Set the {lv2:maximum} of {the port} to {1}, or remove lv2:toggled.")
      case .enumeration:
        MessageText(
          .note,
          rule: Rule(
            "All the reasonable values for an lv2:enumeration port are defined by lv2:scalePoint properties",
            source: "lv2core.meta.ttl: lv2:enumeration"),
          remedy:
            "Set the {lv2:default} of {the port} to the value of a scale point, such as {1.0}, or add a scale point for "
            + "{0.5}.")
      case .integer:
        MessageText(
          .note,
          rule: Rule("All the reasonable values for a port are integers", source: "lv2core.meta.ttl: lv2:integer"),
          remedy: "Set the {lv2:default} of {the port} to an integer such as {1}, or remove lv2:integer.")
      }
    }
  }

  static let id: CheckID = "manifest.value-kind"
  static let text = CheckText(
    asserts: "The default and the bounds of integers, switches and enumerations are values of that kind.",
    method: "Reads the default, minimum and maximum of every control and CV port with one of these properties. Numbers "
      + "that differ by less than one part in a million are equal. Ports with lv2:sampleRate are not judged.",
    level: CheckLevel(10, "A host can only present the control better."))

  static func examine(_ context: PluginContext) -> CheckOutcome {
    .findings {
      for port in context.plugin.ports where (port.kind == .control || port.kind == .cv) && !port.isScaledByRate {
        for (name, value) in [("minimum", port.minimum), ("maximum", port.maximum), ("default", port.defaultValue)] {
          if let value, value.isFinite, let (message, expected) = violation(of: port, by: value) {
            finding(
              message, about: "\(port.symbol) \(name)",
              "The \(name) of port '\(port.symbol)' is \(value.text); expected \(expected).",
              naming: ["lv2:\(name)", "port '\(port.symbol)'"] + values(message, instead: value, of: port))
          }
        }
      }
    }
  }

  /// The values that the remedy names.
  private static func values(_ message: Message, instead value: Float, of port: PortDescription) -> [String] {
    switch message {
    case .toggled: return [value > 0 ? "1" : "0"]
    case .integer: return [Int(exactly: value.rounded()).map(String.init) ?? value.rounded().text]
    case .enumeration:
      let nearest = port.scalePoints.map(\.value).min { abs($0 - value) < abs($1 - value) }
      return [nearest?.text ?? "0.0", value.text]
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
