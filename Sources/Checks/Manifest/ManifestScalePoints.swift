import LV2Host
import TestHost
import ValidationModel

enum ManifestScalePoints: PluginCheck {
  static let id: CheckID = "manifest.scale-points"
  static let depth = CheckDepth.description
  static let text = CheckText(
    asserts:
      "Scale points have a label and a value each, differ in value, and lie in the range; an enumeration has some.",
    rule: "A scale point gives a value of the port a name, and those of an lv2:enumeration are all its useful values",
    source: "lv2core: lv2:scalePoint, lv2:ScalePoint, lv2:enumeration",
    method:
      "Reads rdfs:label and rdf:value of every lv2:scalePoint in the bundle's Turtle. lilv, and so most hosts, drop "
      + "those without either; where none is left at a port, an assertion of lilv's ends the host.",
    remedy: "Write 'lv2:scalePoint [ rdfs:label \"Sine\" ; rdf:value 0 ]', one for each value.",
    severities: [.error, .warning])

  /// As in manifest.range.
  private static let rounding: Float = 1e-6

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let obstacle = PortTurtle.obstacle(in: context.turtle) { return .skipped(obstacle) }
    var findings: [Finding] = []
    for port in PortTurtle.ports(of: context.plugin.uri, in: context.turtle) {
      let points = context.turtle.objects(port.node, URI.Core.scalePoint)
      let description = port.symbols.first.flatMap { context.plugin.port(symbol: $0.text) }
      findings += incomplete(points, port, context.turtle) + unreadable(points, port, context.turtle)
      guard let description else { continue }
      if description.isEnumeration && points.isEmpty {
        findings.append(finding(.warning, "Port \(port.name) is an enumeration and has no scale points."))
      }
      findings += duplicates(description) + outside(description)
    }
    return .findings(findings)
  }

  private static func incomplete(
    _ points: [Statement.Node], _ port: PortTurtle, _ turtle: BundleTurtle
  ) -> [Finding] {
    let parts = [(URI.label, "label"), (URI.value, "rdf:value")]
    let isHopeless = points.allSatisfy { point in parts.contains { turtle.objects(point, $0.0).isEmpty } }
    return parts.compactMap { predicate, name in
      let count = points.filter { turtle.objects($0, predicate).isEmpty }.count
      guard count > 0 else { return nil }
      let end = isHopeless ? ", and none is complete: an assertion of lilv's ends the host that asks for them" : ""
      return finding(
        isHopeless ? .error : .warning,
        "\(count) of the \(points.count) scale points of port \(port.name) lack a \(name)\(end).", count: count)
    }
  }

  /// Scale points whose value is no number to a host.
  private static func unreadable(
    _ points: [Statement.Node], _ port: PortTurtle, _ turtle: BundleTurtle
  ) -> [Finding] {
    points.flatMap { turtle.objects($0, URI.value) }.compactMap { value in
      value.notANumber.map { kind in
        finding(.warning, "A scale point of port \(port.name) has the rdf:value '\(value.text)', \(kind), no number.")
      }
    }
  }

  private static func duplicates(_ port: PortDescription) -> [Finding] {
    zip(port.scalePoints, port.scalePoints.dropFirst()).filter { $0.value == $1.value && $0.label != $1.label }.map {
      finding(.warning, "Port '\(port.symbol)' has the scale points '\($0.label)' and '\($1.label)' for \($0.value).")
    }
  }

  private static func outside(_ port: PortDescription) -> [Finding] {
    let slack = rounding * max(abs(port.minimum ?? 0), abs(port.maximum ?? 0))
    return port.scalePoints.compactMap { point in
      let side: String
      if let low = port.minimum, point.value < low - slack {
        side = "below the minimum \(low)"
      } else if let high = port.maximum, point.value > high + slack {
        side = "above the maximum \(high)"
      } else {
        return nil
      }
      return finding(
        .warning, "The scale point '\(point.label)' of port '\(port.symbol)', \(point.value), lies \(side).")
    }
  }
}
