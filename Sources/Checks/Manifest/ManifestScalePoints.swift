import LV2Host
import TestHost
import ValidationModel

enum ManifestScalePoints: PluginCheck {
  enum Message: MessageKind {
    case incomplete, noneComplete, notANumber, missing, duplicate, outOfRange
  }

  static let id: CheckID = "manifest.scale-points"
  static let depth = CheckDepth.description
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
    severities: [.error, .warning])

  /// The same tolerance as in manifest.range.
  private static let rounding: Float = 1e-6

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let problem = context.turtle.syntaxProblem { return .skipped(problem) }
    var findings: [Finding] = []
    for port in PortTurtle.ports(of: context.plugin.uri, in: context.turtle) {
      let points = context.turtle.objects(port.node, URI.Core.scalePoint)
      findings += incomplete(points, port, context.turtle) + notNumeric(points, port, context.turtle)
      guard let description = port.symbols.first.flatMap({ context.plugin.port(symbol: $0.text) }) else { continue }
      if description.isEnumeration && points.isEmpty {
        findings.append(
          finding(
            .missing, .warning, about: port.subject, "Port \(port.name) is an lv2:enumeration without scale points."))
      }
      findings += duplicates(description) + outside(description)
    }
    return .findings(findings)
  }

  private static func incomplete(
    _ points: [Statement.Node], _ port: PortTurtle, _ turtle: BundleTurtle
  ) -> [Finding] {
    let parts = [(URI.label, "rdfs:label"), (URI.value, "rdf:value")]
    let isNoneComplete = points.allSatisfy { point in parts.contains { turtle.objects(point, $0.0).isEmpty } }
    return parts.compactMap { predicate, name in
      let count = points.filter { turtle.objects($0, predicate).isEmpty }.count
      guard count > 0 else { return nil }
      let subject = "\(port.subject) \(name)"
      let verb = count == 1 ? "has" : "have"
      let text = "\(count) of the \(points.count) scale points of port \(port.name) \(verb) no \(name)."
      return isNoneComplete
        ? finding(
          .noneComplete, .error, about: subject,
          text + " Because none is complete, an assertion of lilv ends a host that reads them.", count: count)
        : finding(.incomplete, .warning, about: subject, text, count: count)
    }
  }

  private static func notNumeric(
    _ points: [Statement.Node], _ port: PortTurtle, _ turtle: BundleTurtle
  ) -> [Finding] {
    points.flatMap { turtle.objects($0, URI.value) }.compactMap { value in
      value.nonNumericType.map { type in
        finding(
          .notANumber, .warning, about: "\(port.subject) \(value.text)",
          "The rdf:value '\(value.text)' of a scale point of port \(port.name) is \(type); expected a number.")
      }
    }
  }

  private static func duplicates(_ port: PortDescription) -> [Finding] {
    zip(port.scalePoints, port.scalePoints.dropFirst()).filter { $0.value == $1.value && $0.label != $1.label }.map {
      finding(
        .duplicate, .warning, about: "\(port.symbol) \($0.label) \($1.label)",
        "The scale points '\($0.label)' and '\($1.label)' of port '\(port.symbol)' have the same value \($0.value).")
    }
  }

  private static func outside(_ port: PortDescription) -> [Finding] {
    let tolerance = rounding * max(abs(port.minimum ?? 0), abs(port.maximum ?? 0))
    return port.scalePoints.compactMap { point in
      let bound: String
      if let low = port.minimum, point.value < low - tolerance {
        bound = "below the minimum \(low)"
      } else if let high = port.maximum, point.value > high + tolerance {
        bound = "above the maximum \(high)"
      } else {
        return nil
      }
      return finding(
        .outOfRange, .warning, about: "\(port.symbol) \(point.label)",
        "The scale point '\(point.label)' of port '\(port.symbol)' has the value \(point.value), \(bound).")
    }
  }
}
