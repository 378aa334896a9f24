import LV2Host
import TestHost
import ValidationModel

enum ManifestRange: PluginCheck {
  static let id: CheckID = "manifest.range"
  static let depth = CheckDepth.description
  static let text = CheckText(
    asserts: "The minimum is at most the maximum, and the default lies between.",
    rule: "A control's value is meant to be within lv2:minimum and lv2:maximum, and lv2:default is such a value",
    source: "lv2core: lv2:minimum, lv2:maximum, lv2:default, lv2:sampleRate",
    method:
      "Compares the three numbers of every control and CV port, and of every parameter that takes or tells its value by "
      + "messages. With lv2:sampleRate the bounds are multiples of the "
      + "rate; the default may be one too, or in hertz, at any rate from 44 100 Hz to 192 000 Hz. A default outside by "
      + "less than one part in a million is rounding.",
    remedy: "Exchange the bounds, or move the default between them.",
    severities: [.error, .warning])

  /// Decimal numbers of six digits, which is what generators of Turtle print, differ from what they stand for by less.
  private static let rounding: Float = 1e-6

  /// Between these rates, in hertz, a default of an `lv2:sampleRate` port that is in hertz has to be within bounds at one.
  private static let rates: ClosedRange<Float> = 44_100...192_000

  static func run(in context: PluginContext) throws -> CheckOutcome {
    var findings: [Finding] = []
    for port in context.plugin.ports where port.kind == .control || port.kind == .cv {
      let value = port.defaultValue.flatMap { isHertzWithinBounds($0, port) ? nil : $0 }
      findings += faults(low: port.minimum, high: port.maximum, value: value).map { severity, fault in
        finding(severity, "Port '\(port.symbol)' \(fault).")
      }
    }
    for parameter in parameters(context) {
      func number(_ term: String) -> Float? {
        let values = context.turtle.objects(parameter, term)
        return values.count == 1 && values[0].notANumber == nil ? Float(values[0].text) : nil
      }
      findings += faults(
        low: number(URI.Core.minimum), high: number(URI.Core.maximum), value: number(URI.Core.default)
      ).map { severity, fault in finding(severity, "Parameter <\(parameter.text)> \(fault).") }
    }
    return .findings(findings)
  }

  /// What is wrong with three numbers, as clauses.
  private static func faults(low: Float?, high: Float?, value: Float?) -> [(Severity, String)] {
    if let low, let high, low > high { return [(.error, "has the minimum \(low) above its maximum \(high)")] }
    guard let value else { return [] }
    let slack = rounding * max(abs(low ?? 0), abs(high ?? 0))
    if let low, value < low - slack { return [(.warning, "has the default \(value) below its minimum \(low)")] }
    if let high, value > high + slack { return [(.warning, "has the default \(value) above its maximum \(high)")] }
    return []
  }

  /// Those that a plug-in lists, each once.
  private static func parameters(_ context: PluginContext) -> [Statement.Node] {
    Set(
      [URI.Patch.writable, URI.Patch.readable].flatMap { context.turtle.objects(.uri(context.plugin.uri), $0) }
        .filter { !$0.isLiteral }
    ).sorted { $0.text < $1.text }
  }

  /// Whether the bounds alone are multiples of the rate, and the default is not: lv2core speaks of the bounds only.
  private static func isHertzWithinBounds(_ value: Float, _ port: PortDescription) -> Bool {
    guard port.isScaledByRate else { return false }
    let low = port.minimum.map { $0 * rates.lowerBound } ?? -.infinity
    let high = port.maximum.map { $0 * rates.upperBound } ?? .infinity
    return low <= value && value <= high
  }
}
