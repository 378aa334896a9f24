import Glibc
import LV2Host
import TestHost
import ValidationModel

extension Meter {
  /// The most controls whose families are measured: those that change the response most.
  private static let families = 3
  /// The curves of a family.
  private static let places: [Double] = [0, 0.25, 0.5, 0.75, 1]
  /// Of the impulse responses that tell which controls these are.
  private static let roughLength = 1 << 14
  /// Before a jump and after it, in seconds.
  private static let leadIn = 0.005
  private static let leadOut = 0.1

  func measureSteps(_ measurements: inout Measurements) throws {
    for port in knobs.prefix(Meter.controls) {
      if isOutOfTime { return measurements.omissions.append("The time was over before all steps were measured.") }
      measurements.steps.append(try step(of: port))
    }
    let others = knobs.count - Meter.controls
    if others > 0 { measurements.omissions.append("The steps of \(others) further controls were not measured.") }
  }

  func measureFamilies(_ measurements: inout Measurements) throws {
    let reference = Response(
      .defaults, impulse: try impulse(.defaults, length: Meter.roughLength).samples, rate: context.rate, latency: 0)
    var effects: [(port: PortDescription, decibels: Float)] = []
    for port in knobs.prefix(Meter.controls) where !port.isDesignated(URI.Core.enabled) {
      var effect: Float = 0
      for place in [0, 1.0] {
        if isOutOfTime { return measurements.omissions.append("The time was over before all controls were tried.") }
        let samples = try impulse(setting(port, at: place), length: Meter.roughLength).samples
        guard samples.allSatisfy(\.isFinite) else { continue }
        let response = Response(.defaults, impulse: samples, rate: context.rate, latency: 0)
        effect = max(effect, Meter.difference(response, reference))
      }
      effects.append((port, effect))
    }
    // Less than a tenth of a decibel is not seen.
    let chosen = effects.filter { $0.decibels > 0.1 }.sorted { $0.decibels > $1.decibels }.prefix(Meter.families)
    for (port, _) in chosen.sorted(by: { $0.port.index < $1.port.index }) {
      var family = ControlFamily(symbol: port.symbol, name: port.name, responses: [])
      for setting in settings(port) {
        if isOutOfTime { return measurements.omissions.append("The time was over before all settings were measured.") }
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
    // Short blocks, as a host that automates closely would use.
    let instance = try instance(low, blockLength: min(64, context.blockLength))
    let sine = Signal.sine(frequency: 1000, amplitude: Meter.amplitude)
    let before = rest(instance, sine)
    let ahead = instance.capture(sine, frames: Int(Meter.leadIn * context.rate), from: before)
    instance[control: port.index] = range.upperBound
    let behind = instance.capture(sine, frames: Int(Meter.leadOut * context.rate), from: before + ahead.count)
    let samples = (ahead + behind).map { $0.isFinite ? $0 : 0 }
    return StepResponse(
      symbol: port.symbol, name: port.name, unit: port.unit, from: range.lowerBound, to: range.upperBound,
      curve: Curve(
        thinning: samples, columns: 250, start: -Double(ahead.count) * 1000 / context.rate, step: 1000 / context.rate))
  }

  /// All values of a control that has few, or five over its range.
  private func settings(_ port: PortDescription) -> [Setting] {
    if port.isEnumeration, (2...8).contains(port.scalePoints.count) {
      return port.scalePoints.map { point in
        Setting(label: point.label, controls: [.init(symbol: port.symbol, value: point.value)])
      }
    }
    if port.isToggled { return [setting(port, at: 0), setting(port, at: 1)] }
    return Meter.places.map { setting(port, at: $0) }
  }

  /// A control at a place of its range, 0 to 1, as a knob would show it.
  private func setting(_ port: PortDescription, at place: Double) -> Setting {
    let range = port.range(rate: context.rate) ?? 0...1
    let (low, high) = (Double(range.lowerBound), Double(range.upperBound))
    var value = port.isLogarithmic && low * high > 0 ? low * pow(high / low, place) : low + (high - low) * place
    if port.isInteger || port.isEnumeration { value.round() }
    let unit = port.unit.map { " \($0)" } ?? ""
    let number = value.compact
    let text = number == number.rounded() && abs(number) < 1e6 ? String(Int(number)) : String(number)
    return Setting(label: text + unit, controls: [.init(symbol: port.symbol, value: Float(value))])
  }

  /// The largest difference of two responses where either is above -80 dB.
  private static func difference(_ left: Response, _ right: Response) -> Float {
    var largest: Float = 0
    for (one, other) in zip(left.magnitude.y, right.magnitude.y) {
      largest = max(largest, abs(max(one, -80) - max(other, -80)))
    }
    return largest
  }
}
