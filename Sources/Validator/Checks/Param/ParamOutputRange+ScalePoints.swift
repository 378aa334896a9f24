import LV2Host
import Model
import TestHost

/// Control outputs whose scale points are all their values, such as the note of a tuner.
extension ParamOutputRange {
  /// In hertz, and the duration of each tone in seconds.
  private static let (tones, duration): ([Double], Double) = (
    [55, 82.4, 110, 131, 147, 196, 220, 330, 440, 622, 880], 0.4
  )
  private static let tolerance: Float = 1e-3

  /// A finding about the first such output that holds another value at the end of a tone, in two instances.
  static func scalePointFinding(_ context: PluginContext) throws -> Finding? {
    let ports = context.plugin.ports(.control, .output).filter { $0.isEnumeration && $0.scalePoints.count > 1 }
    guard !ports.isEmpty, let first = try other(ports, context) else { return nil }
    guard let again = try other(ports, context), again.port.index == first.port.index, again.value == first.value else {
      return nil
    }
    return runFinding(
      .noScalePoint, about: first.port.symbol, context,
      "Control output '\(first.port.symbol)' is \(first.value.text) after a sine of \(first.frequency.text) Hz; expected one of "
        + "its \(first.port.scalePoints.count) scale points.", naming: ["control output '\(first.port.symbol)'"])
  }

  /// The first value that is not a scale point.
  private static func other(
    _ ports: [PortDescription], _ context: PluginContext
  ) throws -> (port: PortDescription, value: Float, frequency: Double)? {
    let instance = try context.activeInstance()
    instance.markOutputs(ports)
    for frequency in tones {
      instance.play(.sine(frequency: frequency, amplitude: 0.5), frames: Int(duration * context.rate))
      for port in ports where instance[control: port.index].bitPattern != InstanceUnderTest.mark {
        let value = instance[control: port.index]
        if !port.scalePoints.contains(where: { abs($0.value - value) < tolerance }) { return (port, value, frequency) }
      }
    }
    return nil
  }
}
