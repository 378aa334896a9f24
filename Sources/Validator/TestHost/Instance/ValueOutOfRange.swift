import LV2Host
import Model

/// A value out of the range of a control, which an instance plays while all other controls are at their defaults.
package struct ValueOutOfRange: Codable, Sendable {
  package let port: Int
  package let value: Float
  /// Whether no host sends such a value on purpose.
  package let isExtreme: Bool

  /// The length of the sound, in frames.
  private static let frames = 1024

  /// The values that a check plays: for all ports those near their range, then for all ports the extreme ones, because a
  /// crash ends the check and one near the range is more severe.
  package static func all(of ports: [PortDescription], rate: Double) -> [ValueOutOfRange] {
    ports.flatMap { port in
      port.valuesNearRange(rate: rate).map { ValueOutOfRange(port: port.index, value: $0, isExtreme: false) }
    }
      + ports.flatMap { port in
        [1e30, -.infinity, .infinity, .nan].map { ValueOutOfRange(port: port.index, value: $0, isExtreme: true) }
      }
  }

  /// Activates the instance, plays the value and deactivates it.
  ///
  /// - Parameter willPlay: called after activate().
  package func play(in instance: InstanceUnderTest, _ signal: Signal, willPlay: () -> Void = {}) -> Recording {
    instance.setDefaults()
    instance.activate()
    willPlay()
    instance[control: port] = value
    defer { instance.deactivate() }
    return instance.play(signal, frames: Self.frames)
  }
}

extension PortDescription {
  /// Values that a host with an error in its automation sends: slightly and one range below the minimum, one range above
  /// the maximum, and twice the maximum. Ascending.
  fileprivate func valuesNearRange(rate: Double) -> [Float] {
    let range = range(rate: rate) ?? 0...1
    let span = max(range.upperBound - range.lowerBound, 1)
    let below = [range.lowerBound - span, range.lowerBound - span / 100]
    let above = [range.upperBound + span, 2 * range.upperBound].filter { $0 > range.upperBound }
    return Set(below + above).sorted()
  }
}
