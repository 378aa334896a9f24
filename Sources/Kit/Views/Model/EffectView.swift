import LV2Kit

/// The picture of an effect: what a window, an inline display and the documentation show of it.
///
/// A subclass declares the ports of its effect, and computes the response with the functions that design the effect's
/// filters, or draws a picture of its own. Its objects are created outside the audio thread.
open class EffectView {
  /// The name of the effect.
  public let name: StaticString
  /// The declared ports in the order of their indices, lv2:enabled after the last one, and then the properties, which fields show as ports.
  public let ports: [ControlPort]
  /// The values of the ports, each valid for its port. Those of texts and files are in `texts`.
  public private(set) var values: [Float]
  /// The properties of the effect that the view shows.
  public let properties: [Property]
  /// The values of the properties in UTF-8: those of texts and files; others are empty.
  public private(set) var texts: [[UInt8]]
  /// The functions that return the labels of choices, by port. A dictionary would need random numbers of a newer libc.
  private var labels: [((Int) -> StaticString?)?]
  /// The sample rate in hertz.
  public let rate: Double

  /// The sample rate if the host does not state it, in hertz.
  public static var usualRate: Double { 48_000 }

  /// - Parameters:
  ///   - name: the name of the effect.
  ///   - ports: the declared ports of the effect.
  ///   - properties: the properties of the effect that the view shows.
  ///   - rate: the sample rate in hertz, within `Limits.sampleRates`.
  public init(_ name: StaticString, _ ports: [ControlPort], properties: [Property] = [], rate: Double) {
    self.name = name
    let enabled = ControlPort.toggle(
      "enabled", "Enabled", initial: true, comment: "Off crossfades to the unprocessed input.")
    self.ports = ports + [enabled] + properties.map { $0.control }
    values = self.ports.map { $0.initial }
    self.properties = properties
    texts = [[UInt8]](repeating: [], count: properties.count)
    labels = self.ports.map { _ in nil }
    self.rate = rate
  }

  // MARK: Values

  /// The index of lv2:enabled.
  public final var enabledPort: Int { ports.count - 1 - properties.count }
  /// Whether lv2:enabled is on. Pictures are dim without it.
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

  /// The index of a property among the ports.
  public final func port<Symbol: PropertySet>(of property: Symbol) -> Int { enabledPort + 1 + property.rawValue }

  /// The index of the property that a port shows, or nil.
  public final func property(ofPort port: Int) -> Int? { port > enabledPort ? port - enabledPort - 1 : nil }

  /// Whether a port shows a property whose value is a text or a file.
  public final func isText(_ port: Int) -> Bool {
    guard let property = property(ofPort: port) else { return false }
    return properties[property].kind != .control
  }

  /// Sets a text, or the path of a file. The index of another property, and one without a property, have no effect.
  ///
  /// - Parameter text: UTF-8 without a final zero, at most `Limits.textLength` bytes. A longer one has no effect.
  /// - Returns: whether the text has changed.
  @discardableResult
  public final func set(text: [UInt8], ofProperty property: Int) -> Bool {
    guard properties.indices.contains(property), properties[property].kind != .control,
      text.count <= Limits.textLength, text != texts[property]
    else { return false }
    texts[property] = text
    update()
    return true
  }

  /// Lets the field and the menu of a choice show the labels of an enumeration. A subclass calls it in its initializer.
  ///
  /// - Parameter port: the index of the port.
  public final func showLabels<Options: Choice>(of options: Options.Type, forPort port: Int) {
    labels[port] = { Options(rawValue: $0)?.label }
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

  /// The ports of the fields below the picture, in rows. The field of a control output is a meter.
  ///
  /// - Parameter handle: the selected handle. The number of fields in each row is the same for all handles.
  open func fieldRows(_ handle: Int) -> [[Int]] { [ports.indices.filter { ports[$0].kind == .input }] }

  /// The names of the pages of fields. Without names there is one page, that of `fieldRows(_:)`.
  open var pages: [StaticString] { [] }

  /// The ports of the fields of a page, in rows.
  ///
  /// - Parameter page: 0 to `pages.count` - 1.
  open func fieldRows(ofPage page: Int) -> [[Int]] { fieldRows(0) }

  /// Whether a port changes anything in the present settings. The field of another one is dim.
  open func isUsed(_ port: Int) -> Bool { true }

  /// The name of a port in its field.
  open func fieldName(_ port: Int) -> Text { Text(ports[port].name) }

  /// The text of a value of a port: a number with its unit, a note, or the label of a choice that `showLabels(of:forPort:)` knows.
  open func text(_ value: Float, of port: Int) -> Text {
    if let label = labels[port]?(Int(value)) { return Text(label) }
    guard ports[port].unit == .midiNote else { return Text(value, of: ports[port]) }
    var text = Text()
    text.append(Note(number: Int(value), cents: 0))
    return text
  }

  /// The name of a format of another program in which the settings can be copied, or nil.
  open var exportName: StaticString? { nil }

  /// Passes the settings in the format `exportName` to `write`, piece by piece.
  open func export(_ write: (Text) -> Void) {}

  // MARK: For subclasses that draw a picture of their own

  /// Whether `draw(on:in:_:)` draws what is above the fields. There are then no response, no handles and no spectra.
  open var hasOwnPicture: Bool { false }

  /// Draws the own picture, after a value, a text or the size has changed, and after an event of the pointer or the keyboard.
  ///
  /// - Parameters:
  ///   - canvas: draws only within the frame.
  ///   - area: the frame, in points.
  ///   - theme: the colors of the window.
  open func draw(on canvas: Canvas, in area: Rectangle, _ theme: Theme) {}

  /// The main button was pressed in the own picture. Values are changed by `set(_:to:)`.
  ///
  /// - Parameters:
  ///   - x: the place in points, as `area`.
  ///   - y: the place in points.
  ///   - area: the frame of the picture.
  open func pressed(_ x: Double, _ y: Double, in area: Rectangle) {}

  /// The pointer has moved in the own picture, or outside of it after the button was pressed in it.
  ///
  /// - Parameter isPressed: whether the main button is pressed.
  open func moved(_ x: Double, _ y: Double, in area: Rectangle, isPressed: Bool) {}

  /// The main button was released after it had been pressed in the own picture.
  open func released() {}

  /// The wheel was turned in the own picture.
  ///
  /// - Parameter steps: positive away from the user.
  open func scrolled(_ x: Double, _ y: Double, in area: Rectangle, steps: Double) {}

  /// A key was pressed while the own picture had the focus, which a click and the tab key give to it. Characters come
  /// only after the tab key: after a click they are for the host.
  ///
  /// - Returns: false if the picture has no use for the key, so that the host can have it.
  open func pressed(_ key: Key) -> Bool { false }

  // MARK: Keyboard

  /// The notes of the keys below the fields, which play the effect; nil without keys. The effect receives MIDI messages.
  open var keyboard: ClosedRange<Int>? { nil }

  // MARK: For subclasses with several handles

  /// The number of handles. Those of several ones have numbers, and buttons that select them.
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

extension PropertySet {
  /// The declarations of all properties in their order.
  public static var declarations: [Property] {
    var declarations: [Property] = []
    while let property = Self(rawValue: declarations.count) { declarations.append(property.declaration) }
    return declarations
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
