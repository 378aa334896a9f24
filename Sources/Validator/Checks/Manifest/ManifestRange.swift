import LV2Host
import Model
import Support
import TestHost

enum ManifestRange: PluginCheck {
  enum Message: MessageKind {
    case inverted, defaultOutside, severalValues

    var text: MessageText {
      switch self {
      case .inverted:
        MessageText(
          .error,
          rule: Rule(
            "lv2:minimum is the minimum value for this control, lv2:maximum the maximum value",
            source: "lv2core.ttl: lv2:minimum, lv2:maximum"),
          remedy: "Exchange the lv2:minimum and the lv2:maximum of {the port}.")
      case .defaultOutside:
        MessageText(
          .warning,
          rule: Rule(
            "The host SHOULD set the port to lv2:default initially; lv2:minimum and lv2:maximum are the minimum and maximum "
              + "values for this control",
            source: "lv2core.meta.ttl: lv2:default; lv2core.ttl: lv2:minimum, lv2:maximum"),
          remedy:
            "Move the default of {the port} into the range, or set the {lv2:maximum} to {3.0} if the plug-in accepts it."
        )
      case .severalValues:
        MessageText(
          .warning,
          rule: Rule(
            "lv2:minimum, lv2:maximum and lv2:default are owl:FunctionalProperties: a port has at most one of each",
            source: "lv2core.ttl: lv2:minimum, lv2:maximum, lv2:default"),
          remedy: "Keep one {lv2:default} at {the port}, and remove the others: hosts use different ones.")
      }
    }
  }

  static let id: CheckID = "manifest.range"
  static let depth = CheckDepth.description
  static let text = CheckText(
    asserts: "The minimum is not above the maximum, the default is between them, and a port has one of each.",
    method: "Compares the three numbers of every control and CV port and of every parameter that the plug-in lists as "
      + "patch:writable or patch:readable. A default that is outside by less than one part in a million is a rounding "
      + "error. Several different values at a port are a warning.",
    details: "With lv2:sampleRate the bounds are multiples of the sample rate. The default may be such a multiple too, "
      + "or a frequency that is in the range at some rate from 44100 Hz to 192000 Hz.",
    level: CheckLevel(3, "Hosts start and limit controls with these values."))

  /// The relative tolerance, which exceeds the error of the six decimal digits that generators of Turtle write.
  static let rounding: Float = 1e-6

  /// The sample rates, in hertz, at one of which a default in hertz must be in the range of an `lv2:sampleRate` port.
  private static let rates: ClosedRange<Float> = 44_100...192_000

  static func run(in context: PluginContext) throws -> CheckOutcome {
    .findings {
      for port in PortTurtle.ports(of: context.plugin.uri, in: context.turtle) {
        for term in [URI.Core.minimum, URI.Core.maximum, URI.Core.default] { severalValues(of: port, term, context) }
      }
      for port in context.plugin.ports where port.kind == .control || port.kind == .cv {
        fault(
          of: "port '\(port.symbol)'", about: port.symbol, low: port.minimum, high: port.maximum,
          value: port.defaultValue.flatMap { isHertzWithinBounds($0, port) ? nil : $0 })
      }
      let lists = [URI.Patch.writable, URI.Patch.readable]
      let parameters = Set(lists.flatMap { context.turtle.objects(.uri(context.plugin.uri), $0) })
      for parameter in parameters.sorted(by: { $0.text < $1.text }) where !parameter.isLiteral {
        let number = { (term: String) -> Float? in
          let values = context.turtle.objects(parameter, term)
          return values.count == 1 && values[0].nonNumericType == nil ? Float(values[0].text) : nil
        }
        fault(
          of: "parameter <\(parameter.text)>", about: context.turtle.relativeName(of: parameter),
          low: number(URI.Core.minimum), high: number(URI.Core.maximum), value: number(URI.Core.default))
      }
    }
  }

  /// A host uses one of several different values, and another host another one.
  private static func severalValues(of port: PortTurtle, _ term: String, _ context: PluginContext) -> Finding? {
    // A port with lv2:prototype can replace values of its prototype.
    guard context.turtle.objects(port.node, URI.Core.prototype).isEmpty else { return nil }
    let values = context.turtle.objects(port.node, term).map(\.text)
    guard Set(values.map { Float($0) ?? .nan }).count > 1 else { return nil }
    let name = Vocabulary.short(term)
    return finding(
      .severalValues, about: "\(port.subject) \(name)",
      "Port \(port.name) has \(values.count) values of \(name), \(values.listed(atMost: 8)); expected one.",
      naming: [name, port.title])
  }

  private static func fault(of owner: String, about subject: String, low: Float?, high: Float?, value: Float?)
    -> Finding?
  {
    if let low, let high, low > high {
      return finding(
        .inverted, about: subject, "The minimum \(low.text) of \(owner) is above its maximum \(high.text).",
        naming: [owner])
    }
    guard let value, let bound = violation(by: value, low: low, high: high) else { return nil }
    return finding(
      .defaultOutside, about: subject,
      "The default \(value.text) of \(owner) is \(bound.side) its \(bound.name) \(bound.value.text).",
      naming: [owner, "lv2:\(bound.name)", value.text])
  }

  /// A bound beyond which a value is: "below" the "minimum", or "above" the "maximum".
  typealias Violation = (side: String, name: String, value: Float)

  /// The bound beyond which a value is, by more than a rounding error; nil for a value in the range.
  static func violation(by value: Float, low: Float?, high: Float?) -> Violation? {
    let tolerance = rounding * max(abs(low ?? 0), abs(high ?? 0))
    if let low, value < low - tolerance { return ("below", "minimum", low) }
    if let high, value > high + tolerance { return ("above", "maximum", high) }
    return nil
  }

  /// Whether only the bounds are multiples of the rate and the default is in hertz: lv2core mentions only the bounds.
  private static func isHertzWithinBounds(_ value: Float, _ port: PortDescription) -> Bool {
    guard port.isScaledByRate else { return false }
    let low = port.minimum.map { $0 * rates.lowerBound } ?? -.infinity
    let high = port.maximum.map { $0 * rates.upperBound } ?? .infinity
    return low <= value && value <= high
  }
}
