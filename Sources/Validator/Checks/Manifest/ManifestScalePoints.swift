import LV2Host
import Model
import Support
import TestHost

enum ManifestScalePoints: DescriptionCheck {
  enum Message: MessageKind {
    case incomplete, noneComplete, notANumber, missing, duplicate, outOfRange

    var text: MessageText {
      switch self {
      case .incomplete: MessageText(.warning, rule: complete, remedy: completeRemedy)
      case .noneComplete: MessageText(.error, rule: complete, remedy: completeRemedy)
      case .notANumber:
        MessageText(
          .warning,
          rule: Rule(
            "A Point MUST have exactly one rdf:value with a type that is compatible with the type of the corresponding Port",
            source: "lv2core.meta.ttl: lv2:Point"),
          remedy: "Replace the rdf:value '{one}' at {the port} by a number without quotation marks.")
      case .missing:
        MessageText(
          .warning,
          rule: Rule(
            "All the reasonable values for an lv2:enumeration port are defined by lv2:scalePoint properties",
            source: "lv2core.meta.ttl: lv2:enumeration"),
          remedy:
            "Write 'lv2:scalePoint [ rdfs:label \"Sine\" ; rdf:value 0 ]' for each value of {the port}, or remove "
            + "lv2:enumeration.")
      case .duplicate:
        MessageText(
          .warning,
          rule: Rule(
            "A user interface should provide a selector that allows the user to choose any of the scale point values by name",
            source: "lv2core.meta.ttl: lv2:enumeration"),
          remedy: "Give the scale points '{a}' and '{b}' of {the port} different values, or remove one of them.")
      case .outOfRange:
        MessageText(
          .warning,
          rule: Rule(
            "A Point is an interesting point in a value range; lv2:minimum and lv2:maximum are the minimum and maximum "
              + "values for the control", source: "lv2core.ttl: lv2:Point, lv2:minimum, lv2:maximum"),
          remedy:
            "Set the {lv2:maximum} of {the port} to {20.0} if the plug-in accepts this value, or remove the scale point "
            + "'{label}'.")
      }
    }
  }

  private static let complete = Rule(
    "A Point MUST have at least one rdfs:label which is a string, and exactly one rdf:value",
    source: "lv2core.meta.ttl: lv2:Point")
  private static let completeRemedy =
    "Add the {rdfs:label} of each scale point of {the port}, as in '[ rdfs:label \"Sine\" ; rdf:value 0 ]'."

  static let id: CheckID = "manifest.scale-points"
  static let text = CheckText(
    asserts: "Each scale point has a label and a unique value in the range of its port, and each enumeration has scale "
      + "points.",
    method: "Reads rdfs:label and rdf:value of every lv2:scalePoint in the bundle's Turtle, and compares the values "
      + "with each other and with the range of the port.",
    details: "lilv, and so most hosts, ignores scale points without a label or a value. If a port has scale points and "
      + "all are incomplete, an assertion of lilv fails and ends the host.",
    level: CheckLevel(3, "Hosts offer scale points as the values of a control."))

  static func examine(_ context: PluginContext) -> CheckOutcome {
    .findings {
      for port in PortTurtle.ports(of: context.plugin.uri, in: context.turtle) {
        let points = context.turtle.objects(port.node, URI.Core.scalePoint)
        written(points, port, context.turtle)
        if let description = port.symbols.first.flatMap({ context.plugin.port(symbol: $0.text) }) {
          if description.isEnumeration && points.isEmpty {
            finding(
              .missing, about: port.subject,
              "Port \(port.name) is an lv2:enumeration without scale points; expected one for each value.",
              naming: [port.title])
          }
          values(description)
        }
      }
    }
  }

  /// Findings about the scale points of one port, as the Turtle contains them.
  @FindingsBuilder
  private static func written(_ points: [Statement.Node], _ port: PortTurtle, _ turtle: BundleTurtle) -> [Finding] {
    let parts = [(URI.label, "rdfs:label"), (URI.value, "rdf:value")]
    let isNoneComplete = points.allSatisfy { point in parts.contains { turtle.objects(point, $0.0).isEmpty } }
    let consequence =
      isNoneComplete ? " Because none is complete, an assertion of lilv ends a host that reads them." : ""
    for (predicate, name) in parts {
      let count = points.count(where: { turtle.objects($0, predicate).isEmpty })
      if count > 0 {
        let subject = points.count == 1 ? "The scale point" : "\(count) of the \(points.count) scale points"
        finding(
          isNoneComplete ? .noneComplete : .incomplete, about: "\(port.subject) \(name)",
          "\(subject) of port \(port.name) \(count == 1 ? "has" : "have") no \(name)." + consequence,
          naming: [name, port.title], count: count)
      }
    }
    for value in points.flatMap({ turtle.objects($0, URI.value) }) {
      if let type = value.nonNumericType {
        finding(
          .notANumber, about: "\(port.subject) \(value.text)",
          "The rdf:value '\(value.text)' of a scale point of port \(port.name) is \(type); expected a number.",
          naming: [value.text, port.title])
      }
    }
  }

  /// Findings about the values of the scale points, as lilv reads them.
  @FindingsBuilder
  private static func values(_ port: PortDescription) -> [Finding] {
    for (point, next) in zip(port.scalePoints, port.scalePoints.dropFirst())
    where point.value == next.value && point.label != next.label {
      finding(
        .duplicate, about: "\(port.symbol) \(point.label) \(next.label)",
        "The scale points '\(point.label)' and '\(next.label)' of port '\(port.symbol)' have the same value "
          + "\(point.value.text).", naming: [point.label, next.label, "port '\(port.symbol)'"])
    }
    for point in port.scalePoints {
      if let bound = ManifestRange.violation(by: point.value, low: port.minimum, high: port.maximum) {
        finding(
          .outOfRange, about: "\(port.symbol) \(point.label)",
          "The scale point '\(point.label)' of port '\(port.symbol)' has the value \(point.value.text), "
            + "\(bound.side) the \(bound.name) \(bound.value.text).",
          naming: ["lv2:\(bound.name)", "port '\(port.symbol)'", point.value.text, point.label])
      }
    }
  }
}
