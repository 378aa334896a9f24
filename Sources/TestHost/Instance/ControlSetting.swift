import LV2Host
import ValidationModel

/// Values for some control inputs; the others are at their defaults.
package struct ControlSetting {
  package var values: [(port: PortDescription, value: Float)]

  /// Sets all control inputs.
  package func apply(to instance: InstanceUnderTest) {
    instance.setDefaults()
    for (port, value) in values { instance[control: port.index] = value }
  }

  /// As a finding lists it.
  package var controls: [Finding.ControlValue] { values.map { .init(symbol: $0.port.symbol, value: $0.value) } }

  /// As it stands in a message.
  package var description: String {
    let list = values.prefix(4).map { "'\($0.port.symbol)' at \($0.value)" }.joined(separator: ", ")
    return values.count > 4 ? "\(list) and \(values.count - 4) others" : list
  }
}

extension PluginContext {
  /// Settings for what may only come to light beside the defaults: each control at each end of its range, or at each of
  /// its values where these are few, and then all controls at their upper ends, all at their lower ones, and all at ends
  /// drawn by the seed.
  ///
  /// - Parameters:
  ///   - limit: how many settings of one control there are at most; drawn by the seed where there would be more.
  ///   - sets: how many of all controls, where there is more than one.
  package func settings(atMost limit: Int, sets: Int, for check: CheckID) -> [ControlSetting] {
    let ports = plugin.ports(.control, .input).compactMap { port in
      port.range(rate: rate).map { (port: port, range: $0) }
    }
    let single = ports.flatMap { port, range in
      port.tellingValues(in: range).map { ControlSetting(values: [(port, $0)]) }
    }
    guard ports.count > 1 else { return draw(single, atMost: limit, for: check) }
    var generator = generator(for: check)
    let together = (0..<sets).map { set in
      ControlSetting(
        values: ports.map { port, range in
          let isUpper = set < 2 ? set == 0 : Bool.random(using: &generator)
          return (port, isUpper ? range.upperBound : range.lowerBound)
        })
    }
    return draw(single, atMost: limit, for: check) + together
  }
}

extension PortDescription {
  /// More steps than a switch has are taken for a number.
  private static let steps = 16

  /// The ends of the range, and between them, of a switch, every whole number and every scale point; ascending.
  package func tellingValues(in range: ClosedRange<Float>) -> [Float] {
    let isSwitch = (isInteger || isEnumeration) && range.upperBound - range.lowerBound <= Float(Self.steps)
    let whole = isSwitch ? Array(stride(from: range.lowerBound.rounded(.up), through: range.upperBound, by: 1)) : []
    let hasNames = isEnumeration && scalePoints.count <= Self.steps
    let named = hasNames ? scalePoints.map(\.value).filter(range.contains) : []
    return Set([range.lowerBound, range.upperBound] + whole + named).sorted()
  }
}
