import LV2Kit

/// The picture of an effect: what a window, an inline display and the documentation show of it.
///
/// A subclass declares the ports of its effect, and computes the response with the functions that design the effect's
/// filters. Its objects are created outside the audio thread.
open class EffectView {
  /// The name of the effect.
  public let name: StaticString
  /// The declared ports in the order of their indices, and lv2:enabled after the last one.
  public let ports: [ControlPort]
  /// The values of the ports, each valid for its port.
  public private(set) var values: [Float]
  /// The sample rate in hertz.
  public let rate: Double

  /// The sample rate if the host does not state it, in hertz.
  public static var usualRate: Double { 48_000 }

  /// - Parameters:
  ///   - name: the name of the effect.
  ///   - ports: the declared ports of the effect.
  ///   - rate: the sample rate in hertz, within `Limits.sampleRates`.
  public init(_ name: StaticString, _ ports: [ControlPort], rate: Double) {
    self.name = name
    self.ports =
      ports + [.toggle("enabled", "Enabled", initial: true, comment: "Off crossfades to the unprocessed input.")]
    values = self.ports.map { $0.initial }
    self.rate = rate
  }

  // MARK: Values

  /// The index of lv2:enabled.
  public final var enabledPort: Int { ports.count - 1 }
  public final var isEnabled: Bool { values[enabledPort] > 0 }

  /// The value of a port.
  public final func value<Port: ControlSet>(_ port: Port) -> Double { Double(values[port.rawValue]) }

  /// Sets the value of a port to the nearest valid one. An index without a port has no effect.
  ///
  /// - Returns: whether the value has changed.
  @discardableResult
  public final func set(_ port: Int, to value: Float) -> Bool {
    guard ports.indices.contains(port) else { return false }
    let valid = ports[port].sanitized(value)
    guard valid != values[port] else { return false }
    values[port] = valid
    update()
    return true
  }

  // MARK: For subclasses

  /// Designs the response anew, after a value has changed. A subclass also calls it in its initializer.
  open func update() {}

  /// The level of the response at a frequency below half the sample rate, in decibels.
  open func level(at frequency: Double) -> Double { 0 }

  /// The peaks and notches between two frequencies, which a curve through single points would miss.
  open func extremes(from lower: Double, to upper: Double) -> Extremes { Extremes() }

  /// The levels that the picture shows.
  open var levels: LevelAxis { LevelAxis(-18...18, step: 6) }

  /// The level to which the area of the curve is filled.
  open var baseLevel: Double { 0 }

  /// What a drag of the handle changes.
  open var handle: Handle? { nil }

  /// The place of the handle.
  open var handlePoint: (frequency: Double, level: Double) { (1000, 0) }

  /// The text beside the name.
  open var summary: Text { Text() }

  /// The ports of the fields below the picture, in one or two rows.
  ///
  /// - Parameter handle: the selected handle. The number of fields in each row is the same for all handles.
  open func fieldRows(_ handle: Int) -> [[Int]] { [ports.indices.filter { ports[$0].kind == .input }] }

  /// The text of a value of a port. A view of an effect with choices overrides it: a library has no labels of choices.
  open func text(_ value: Float, of port: Int) -> Text { Text(value, of: ports[port]) }

  /// The echoes of an impulse. Without them, the picture has no impulse response.
  open var hasEchoes: Bool { false }

  /// An echo of an impulse.
  ///
  /// - Parameter index: 0 is the impulse itself.
  /// - Returns: the time in seconds, and the gain at low frequencies; nil after the last echo.
  open func echo(_ index: Int) -> (time: Double, gain: Double)? { nil }
}

/// Up to two points of a response.
public struct Extremes {
  public typealias Point = (frequency: Double, level: Double)

  public private(set) var first, second: Point?

  public init() {}

  /// Adds a point, in the order of frequencies. A third point is omitted.
  public mutating func append(_ frequency: Double, _ level: Double) {
    if first == nil { first = (frequency, level) } else if second == nil { second = (frequency, level) }
  }
}

/// What the movements of a handle change.
public struct Handle {
  /// How a port follows a movement.
  public enum Kind {
    /// The port is a frequency of the axis.
    case frequency
    /// The port is the inverse of a frequency of the axis.
    case period
    /// The port is a level of the axis.
    case level
    /// The port is the amplitude ratio of a level of the axis.
    case amplitude
    /// The whole height of the picture is the range of the port.
    case range
  }

  public struct Motion {
    public let kind: Kind
    /// The index of the port.
    public let port: Int

    public init<Port: ControlSet>(_ kind: Kind, _ port: Port) {
      self.kind = kind
      self.port = port.rawValue
    }
  }

  /// The port of a horizontal and of a vertical movement.
  public let horizontal, vertical: Motion
  /// The port that the wheel changes, and a vertical movement with the Alt key.
  public let wheelPort: Int

  public init<Port: ControlSet>(horizontal: Motion, vertical: Motion, wheel: Port) {
    self.horizontal = horizontal
    self.vertical = vertical
    wheelPort = wheel.rawValue
  }
}

extension ControlSet {
  /// The declarations of all ports in the order of their indices.
  public static var declarations: [ControlPort] {
    var declarations: [ControlPort] = []
    while let port = Self(rawValue: declarations.count) { declarations.append(port.declaration) }
    return declarations
  }
}
