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

  /// What a drag of the handle changes. A view with several handles overrides the functions of the next section instead.
  open var handle: Handle? { nil }

  /// The place of the handle.
  open var handlePoint: (frequency: Double, level: Double) { (1000, 0) }

  /// The text beside the name.
  ///
  /// - Parameter handle: the selected handle.
  open func summary(_ handle: Int) -> Text { summary }

  /// The text beside the name in a view with one handle.
  open var summary: Text { Text() }

  /// The ports of the fields below the picture, in one or two rows.
  ///
  /// - Parameter handle: the selected handle. The number of fields in each row is the same for all handles.
  open func fieldRows(_ handle: Int) -> [[Int]] { [ports.indices.filter { ports[$0].kind == .input }] }

  /// Whether a port changes anything in the present settings. The field of another one is dim.
  open func isUsed(_ port: Int) -> Bool { true }

  /// The name of a port in its field.
  open func fieldName(_ port: Int) -> Text { Text(ports[port].name) }

  /// The text of a value of a port. A view of an effect with choices overrides it: a library has no labels of choices.
  open func text(_ value: Float, of port: Int) -> Text {
    guard ports[port].unit == .midiNote else { return Text(value, of: ports[port]) }
    var text = Text()
    text.append(Note(number: Int(value), cents: 0))
    return text
  }

  /// The name of a format of another program in which the settings can be copied, or nil.
  open var exportName: StaticString? { nil }

  /// Passes the settings in the format `exportName` to `write`, piece by piece.
  open func export(_ write: (Text) -> Void) {}

  // MARK: For subclasses with several handles

  open var handleCount: Int { handle == nil ? 0 : 1 }

  /// What a drag of a handle changes.
  ///
  /// - Parameter index: 0 to `handleCount` - 1.
  open func handle(_ index: Int) -> Handle? { handle }

  /// The place of a handle.
  open func handlePoint(_ index: Int) -> (frequency: Double, level: Double) { handlePoint }

  /// What a handle shows of the part of the effect that it moves.
  open func state(_ index: Int) -> HandleState { .active }

  /// For a part of the effect that moves the level of its handle: the farthest and the present level, in decibels; or nil.
  open func movement(_ index: Int) -> (end: Double, present: Double)? { nil }

  /// The response of the part of the effect that a handle moves, in decibels; nil for one that is flat, or is not shown.
  open func level(ofHandle index: Int, at frequency: Double) -> Double? { nil }

  /// Sets a free handle to a place.
  ///
  /// - Returns: the handle, or nil if none is free.
  open func addHandle(frequency: Double, level: Double) -> Int? { nil }

  /// The number of responses, for an effect that changes the channels differently.
  open var curveCount: Int { 1 }

  /// The level of a response. The first one is that of `level(at:)`.
  open func level(ofCurve index: Int, at frequency: Double) -> Double { level(at: frequency) }

  /// The letter of a response, if there are several.
  open func curveName(_ index: Int) -> StaticString { "" }

  // MARK: Echoes

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

extension ControlSet {
  /// The declarations of all ports in the order of their indices.
  public static var declarations: [ControlPort] {
    var declarations: [ControlPort] = []
    while let port = Self(rawValue: declarations.count) { declarations.append(port.declaration) }
    return declarations
  }
}
