import Glibc
import LV2Host
import Model
import TestHost

extension Meter {
  /// The maximum number of controls with a family of responses: the controls that change the response most.
  private static let maximumFamilies = 3
  /// The positions in the range of a control at which a family has a response.
  private static let positions: [Double] = [0, 0.25, 0.5, 0.75, 1]
  /// The length of the impulse responses that select these controls, in samples.
  private static let roughLength = 1 << 14
  /// The recorded time before and after the step of a control, in seconds.
  private static let timeBeforeStep = 0.005
  private static let timeAfterStep = 0.1

  func measureSteps(_ measurements: inout Measurements) throws {
    for port in controls.prefix(Meter.maximumControls) {
      if isOutOfTime { return measurements.omissions.append("The time limit ended the measurement of step responses.") }
      measurements.steps.append(try step(of: port))
    }
    let others = controls.count - Meter.maximumControls
    if others > 0 { measurements.omissions.append("Step responses of \(others) further controls were not measured.") }
  }

  func measureFamilies(_ measurements: inout Measurements) throws {
    let reference = Response(
      .defaults, impulse: try impulse(.defaults, length: Meter.roughLength).samples, rate: context.rate, latency: 0)
    var effects: [(port: PortDescription, decibels: Float)] = []
    for port in controls.prefix(Meter.maximumControls) where !port.isDesignated(URI.Core.enabled) {
      var effect: Float = 0
      for position in [0, 1.0] {
        if isOutOfTime {
          return measurements.omissions.append(
            "The time limit ended the selection of controls whose responses are shown.")
        }
        let samples = try impulse(setting(port, at: position), length: Meter.roughLength).samples
        guard samples.allSatisfy(\.isFinite) else { continue }
        let response = Response(.defaults, impulse: samples, rate: context.rate, latency: 0)
        effect = max(effect, Meter.difference(response, reference))
      }
      effects.append((port, effect))
    }
    // A difference below a tenth of a decibel is not visible in a plot.
    let chosen = effects.filter { $0.decibels > 0.1 }.sorted { $0.decibels > $1.decibels }.prefix(Meter.maximumFamilies)
    for (port, _) in chosen.sorted(by: { $0.port.index < $1.port.index }) {
      var family = ControlFamily(symbol: port.symbol, name: port.name, responses: [])
      for setting in settings(port) {
        if isOutOfTime {
          return measurements.omissions.append(
            "The time limit ended the measurement of responses at several control values.")
        }
        let impulse = try self.impulse(setting)
        guard impulse.samples.allSatisfy(\.isFinite) else { continue }
        family.responses.append(
          Response(setting, impulse: impulse.samples, rate: context.rate, latency: impulse.latency))
      }
      measurements.families.append(family)
    }
  }

  private func step(of port: PortDescription) throws(HostError) -> StepResponse {
    let range = port.range(rate: context.rate) ?? 0...1
    let low = Setting(label: "", controls: [.init(symbol: port.symbol, value: range.lowerBound)])
    // Short blocks, as hosts with fine-grained automation use.
    let instance = try instance(low, blockLength: min(64, context.blockLength))
    let sine = Signal.sine(frequency: 1000, amplitude: Meter.amplitude)
    let start = settle(instance, sine)
    let before = instance.capture(sine, frames: Int(Meter.timeBeforeStep * context.rate), from: start)
    instance[control: port.index] = range.upperBound
    let after = instance.capture(sine, frames: Int(Meter.timeAfterStep * context.rate), from: start + before.count)
    let samples = (before + after).map { $0.isFinite ? $0 : 0 }
    return StepResponse(
      symbol: port.symbol, name: port.name, unit: port.unit, from: range.lowerBound, to: range.upperBound,
      curve: Curve(
        thinning: samples, columns: 250, start: -Double(before.count) * 1000 / context.rate, step: 1000 / context.rate))
  }

  /// Returns each scale point of an enumeration with at most eight, both values of a toggle, or five values over the
  /// range.
  private func settings(_ port: PortDescription) -> [Setting] {
    if port.isEnumeration, (2...8).contains(port.scalePoints.count) {
      return port.scalePoints.map { point in
        Setting(label: point.label, controls: [.init(symbol: port.symbol, value: point.value)])
      }
    }
    if port.isToggled { return [setting(port, at: 0), setting(port, at: 1)] }
    return Meter.positions.map { setting(port, at: $0) }
  }

  /// Returns the setting of a control at a position in its range, 0 to 1; the scale is logarithmic if the port declares
  /// it.
  private func setting(_ port: PortDescription, at position: Double) -> Setting {
    let range = port.range(rate: context.rate) ?? 0...1
    let (low, high) = (Double(range.lowerBound), Double(range.upperBound))
    var value = port.isLogarithmic && low * high > 0 ? low * pow(high / low, position) : low + (high - low) * position
    if port.isInteger || port.isEnumeration { value.round() }
    let unit = port.unit.map { " \($0)" } ?? ""
    let number = value.compact
    let text = number == number.rounded() && abs(number) < 1e6 ? String(Int(number)) : String(number)
    return Setting(label: text + unit, controls: [.init(symbol: port.symbol, value: Float(value))])
  }

  /// Returns the largest difference of two magnitude responses in decibels; magnitudes below -80 dB count as -80 dB.
  private static func difference(_ left: Response, _ right: Response) -> Float {
    zip(left.magnitude.y, right.magnitude.y).map { abs(max($0, -80) - max($1, -80)) }.max() ?? 0
  }
}
