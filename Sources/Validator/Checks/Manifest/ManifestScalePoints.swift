import LV2Host
import Model
import TestHost

enum ManifestScalePoints: DescriptionCheck {
  enum Message: MessageKind { case incomplete, noneComplete, notANumber, missing, duplicate, outOfRange }

  static let id: CheckID = "manifest.scale-points"
  static let text = CheckText(
    asserts: "Each scale point has a label and a unique value in the range of its port, and each enumeration has scale "
      + "points.",
    rule: "A point must have at least one rdfs:label and exactly one rdf:value; the scale points of an lv2:enumeration "
      + "define all its reasonable values",
    source: "lv2core.meta.ttl: lv2:Point, lv2:enumeration; lv2core: lv2:scalePoint, lv2:ScalePoint",
    method: "Reads rdfs:label and rdf:value of every lv2:scalePoint in the bundle's Turtle, and compares the values "
      + "with each other and with the range of the port.",
    details: "lilv, and so most hosts, ignores scale points without a label or a value. If a port has scale points and "
      + "all are incomplete, an assertion of lilv fails and ends the host.",
    remedy: "Write 'lv2:scalePoint [ rdfs:label \"Sine\" ; rdf:value 0 ]' for each value.",
    level: CheckLevel(3, "Hosts offer scale points as the values of a control."),
    severities: [.error, .warning])

  static func examine(_ context: PluginContext) -> CheckOutcome {
    .findings {
      for port in PortTurtle.ports(of: context.plugin.uri, in: context.turtle) {
        let points = context.turtle.objects(port.node, URI.Core.scalePoint)
        written(points, port, context.turtle)
        if let description = port.symbols.first.flatMap({ context.plugin.port(symbol: $0.text) }) {
          if description.isEnumeration && points.isEmpty {
            finding(
              .missing, .warning, about: port.subject, "Port \(port.name) is an lv2:enumeration without scale points.",
              remedy: "\(text.remedy) If the port has no list of values, remove lv2:enumeration.")
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
        finding(
          isNoneComplete ? .noneComplete : .incomplete, isNoneComplete ? .error : .warning,
          about: "\(port.subject) \(name)",
          "\(count) of the \(points.count) scale points of port \(port.name) \(count == 1 ? "has" : "have") no \(name)."
            + consequence, count: count)
      }
    }
    for value in points.flatMap({ turtle.objects($0, URI.value) }) {
      if let type = value.nonNumericType {
        finding(
          .notANumber, .warning, about: "\(port.subject) \(value.text)",
          "The rdf:value '\(value.text)' of a scale point of port \(port.name) is \(type); expected a number.")
      }
    }
  }

  /// Findings about the values of the scale points, as lilv reads them.
  @FindingsBuilder
  private static func values(_ port: PortDescription) -> [Finding] {
    for (point, next) in zip(port.scalePoints, port.scalePoints.dropFirst())
    where point.value == next.value && point.label != next.label {
      finding(
        .duplicate, .warning, about: "\(port.symbol) \(point.label) \(next.label)",
        "The scale points '\(point.label)' and '\(next.label)' of port '\(port.symbol)' have the same value \(point.value)."
      )
    }
    for point in port.scalePoints {
      if let bound = ManifestRange.violation(by: point.value, low: port.minimum, high: port.maximum) {
        finding(
          .outOfRange, .warning, about: "\(port.symbol) \(point.label)",
          "The scale point '\(point.label)' of port '\(port.symbol)' has the value \(point.value), "
            + "\(bound.side) the \(bound.name).",
          remedy: "Enlarge the range of the port if it accepts this value, or remove the scale point.")
      }
    }
  }
}
