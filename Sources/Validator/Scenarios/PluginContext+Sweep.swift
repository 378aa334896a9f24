import LV2Host
import Model
import Support
import TestHost

extension PluginContext {
  /// The most settings of a sweep.
  private static let most = 32
  /// The fewest, also of a plug-in that computes slowly.
  private static let fewest = 4
  /// In seconds: the processor time that the plug-in needs in a sweep.
  private static let budget = 0.5
  private static let (points, corners) = (6, 4)

  /// Settings other than the defaults at which a check plays what it plays at the defaults.
  ///
  /// In turn: a single switch at one of its other positions, a single control at an end of its range, and all controls at
  /// random points or ends. A control whose range is wide has small values too. The bypass moves alone only.
  ///
  /// - Parameter seconds: the duration of the sound that the check plays at a setting. A plug-in that computes slowly gets
  ///   fewer settings.
  package func sweep(seconds: Double, for check: CheckID) -> [ControlSetting] {
    if let replayedSetting { return [replayedSetting] }
    var generator = generator(for: check)
    let ports = plugin.movableControls.compactMap { port in port.range(rate: rate).map { (port: port, range: $0) } }
    func singles(_ ports: [(port: PortDescription, range: ClosedRange<Float>)]) -> [ControlSetting] {
      ports.flatMap { port, range in
        port.offeredValues(in: range).filter { $0 != port.initialValue(rate: rate) }.map {
          ControlSetting(values: [(port, $0)])
        }
      }.shuffled(using: &generator)
    }
    let kinds = [
      singles(ports.filter { $0.port.isSwitch }), together(ports, &generator),
      singles(ports.filter { !$0.port.isSwitch }),
    ]
    return Array(kinds.inTurn().prefix(settingCount(seconds: seconds)))
  }

  /// All controls but the bypass at random points, and at ends of their ranges; none if there is only one control.
  private func together(
    _ ports: [(port: PortDescription, range: ClosedRange<Float>)], _ generator: inout SplitMix64
  ) -> [ControlSetting] {
    let ports = ports.filter { !$0.port.isDesignated(URI.Core.enabled) }
    guard ports.count > 1 else {
      return ports.flatMap { port, range in
        (0..<4).map { index in ControlSetting(values: [(port, point(index, of: port, in: range, &generator))]) }
      }
    }
    let points = (0..<Self.points).map { index in
      ControlSetting(values: ports.map { ($0, point(index, of: $0, in: $1, &generator)) })
    }
    let corners = (0..<Self.corners).map { set in
      ControlSetting(
        values: ports.map { port, range in
          let isUpper = set < 2 ? set == 0 : Bool.random(using: &generator)
          let values = port.offeredValues(in: range)
          return (port, isUpper ? values[values.count - 1] : values[0])
        })
    }
    return [points, corners].inTurn()
  }

  /// A random value of a control. Each second point of a wide range is drawn on a logarithmic scale.
  private func point(
    _ index: Int, of port: PortDescription, in range: ClosedRange<Float>, _ generator: inout SplitMix64
  ) -> Float {
    let fraction = generator.unit()
    return index % 2 == 0 ? port.value(at: fraction, in: range) : port.logarithmicValue(at: fraction, in: range)
  }

  /// The number of settings that a sweep with a sound of this duration can afford. A power of 2, so that runs with slightly
  /// different loads usually play the same.
  package func settingCount(seconds: Double) -> Int {
    let affordable = min(Self.budget / max(load * seconds, 1e-6), Double(Self.most) * furtherShare)
    var count = Self.most
    while count > Self.fewest, Double(count) > affordable { count /= 2 }
    return count
  }
}

extension Array {
  /// The first element of each list, then the second of each, and so on.
  package func inTurn<Item>() -> [Item] where Element == [Item] {
    let longest = map(\.count).max() ?? 0
    return (0..<longest).flatMap { index in compactMap { $0.indices.contains(index) ? $0[index] : nil } }
  }
}

extension PortDescription {
  /// Whether the control has positions instead of a continuous range.
  package var isSwitch: Bool { isToggled || isInteger || isEnumeration }
}
