import Glibc
import LV2Host
import Model
import Support

/// Values for some control inputs; all others have their defaults.
package struct ControlSetting {
  package var values: [(port: PortDescription, value: Float)]

  package init(values: [(port: PortDescription, value: Float)]) { self.values = values }

  package func apply(to instance: InstanceUnderTest) {
    instance.setDefaults()
    for (port, value) in values { instance[control: port.index] = value }
  }

  private var list: [Finding.ControlValue] { values.map { .init(symbol: $0.port.symbol, value: $0.value) } }

  /// The setting in a message, with at most two values: `gain = 0.5, mode = 2.0 and 3 more`.
  package var description: String { list.text }

  /// The values for a finding whose message contains the description.
  package var controls: [Finding.ControlValue] { list.statedInText }
}

extension PluginContext {
  /// A random value of each of these controls that has a range.
  package func randomSetting(of ports: [PortDescription], _ generator: inout SplitMix64) -> ControlSetting {
    ControlSetting(
      values: ports.compactMap { port in
        port.range(rate: rate).map { (port, port.randomValue(in: $0, &generator)) }
      })
  }

  /// The only setting that checks play besides the defaults; nil for all of them.
  package var replayedSetting: ControlSetting? {
    replayed.map { controls in
      ControlSetting(
        values: controls.compactMap { control in plugin.port(symbol: control.symbol).map { ($0, control.value) } })
    }
  }

  /// Settings that reveal defects which the defaults do not show.
  ///
  /// First each control alone at its `testValues(in:)`. If there is more than one control, then all controls at their
  /// maximum, all at their minimum, and all at a random end.
  ///
  /// - Parameters:
  ///   - limit: the largest number of settings of one control; the seed selects them if there are more.
  ///   - sets: the number of settings of all controls.
  package func settings(atMost limit: Int, sets: Int, for check: CheckID) -> [ControlSetting] {
    if let replayedSetting { return [replayedSetting] }
    let ports = plugin.ports(.control, .input).compactMap { port in
      port.range(rate: rate).map { (port: port, range: $0) }
    }
    let single = ports.flatMap { port, range in
      port.testValues(in: range).map { ControlSetting(values: [(port, $0)]) }
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
  /// A port with more positions than this is treated as continuous.
  private static let maximumPositions = 16

  /// The ends of the range; for a switch, also every integer and every scale point in the range. Ascending.
  package func testValues(in range: ClosedRange<Float>) -> [Float] {
    let isSwitch = (isInteger || isEnumeration) && range.upperBound - range.lowerBound <= Float(Self.maximumPositions)
    let integers = isSwitch ? Array(stride(from: range.lowerBound.rounded(.up), through: range.upperBound, by: 1)) : []
    let hasNames = isEnumeration && scalePoints.count <= Self.maximumPositions
    let named = hasNames ? scalePoints.map(\.value).filter(range.contains) : []
    return Set([range.lowerBound, range.upperBound] + integers + named).sorted()
  }

  /// The test values that a host offers, ascending: of an enumeration, its choices, or the ends of many.
  package func offeredValues(in range: ClosedRange<Float>) -> [Float] {
    guard let choices = choices(in: range) else { return testValues(in: range) }
    return choices.count <= Self.maximumPositions ? choices : [choices[0], choices[choices.count - 1]]
  }

  /// The values in the range that a host offers for an enumeration, ascending; nil for other ports.
  private func choices(in range: ClosedRange<Float>) -> [Float]? {
    let named = isEnumeration ? Set(scalePoints.map(\.value)).filter(range.contains) : []
    return named.count > 1 ? named.sorted() : nil
  }

  /// The value at a fraction of the range, rounded if the port is an integer or toggled; a choice of an enumeration.
  ///
  /// - Parameter fraction: 0 for the lower bound, 1 for the upper bound.
  package func value(at fraction: Float, in range: ClosedRange<Float>) -> Float {
    if let choices = choices(in: range) { return choices[Int((fraction * Float(choices.count - 1)).rounded())] }
    let value = range.lowerBound + fraction * (range.upperBound - range.lowerBound)
    return isToggled || isInteger || isEnumeration ? value.rounded() : value
  }

  /// The least ratio of the ends of a wide range, and the least upper end of a wide range that begins at 0.
  private static let (wideRatio, wideEnd): (Float, Float) = (100, 1000)

  /// The smallest value above 0 that matters in a wide range; nil if the range is not wide.
  ///
  /// Linear draws from a wide range, such as 0 to 100000 frames or 1 ms to 10 s, hardly ever give a small value.
  private func smallValue(in range: ClosedRange<Float>) -> Float? {
    if isToggled || isEnumeration { return nil }
    if range.lowerBound > 0 {
      return range.upperBound / range.lowerBound > Self.wideRatio ? range.lowerBound : nil
    }
    return range.lowerBound == 0 && range.upperBound >= Self.wideEnd ? 1 : nil
  }

  /// The value at a fraction of the logarithm of a wide range; `value(at:in:)` for all other ranges.
  package func logarithmicValue(at fraction: Float, in range: ClosedRange<Float>) -> Float {
    guard let small = smallValue(in: range) else { return value(at: fraction, in: range) }
    let value = small * pow(range.upperBound / small, fraction)
    return min(max(isInteger ? value.rounded() : value, range.lowerBound), range.upperBound)
  }

  /// A random value. Half of the values of a wide range are drawn on a logarithmic scale.
  package func randomValue(in range: ClosedRange<Float>, _ generator: inout SplitMix64) -> Float {
    let fraction = generator.unit()
    guard smallValue(in: range) != nil, Bool.random(using: &generator) else { return value(at: fraction, in: range) }
    return logarithmicValue(at: fraction, in: range)
  }
}
