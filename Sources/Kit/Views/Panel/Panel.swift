import LV2Kit

/// The content of a window: the response with its handle, and a field for each control.
///
/// The panel knows no window system. It receives events in points, changes the values of its view, and states what has to
/// be drawn, touched and copied. Whoever owns it passes that on after each event.
public final class Panel {
  public let view: EffectView
  public private(set) var theme: Theme
  private(set) var width, height: Double
  /// The ports of the fields, in their order: the control inputs and lv2:enabled.
  let fields: [Int]
  private let fieldRows: [[Int]]
  /// The part that the keyboard and the wheel act on.
  var focus = Part.none
  /// Whether the focus is visible: after the keyboard has been used.
  var showsFocus = false
  /// The part below the pointer.
  var hover = Part.none
  /// The place of the pointer, in points.
  var pointer = (x: 0.0, y: 0.0)
  var drag: Drag?
  var lastClick = Click()
  /// The text that is typed into the field in focus.
  var typed: Typing?
  var menu: Menu?
  /// The spectra behind the curve, if the host gives access to the running instance.
  public var analyzer: Analyzer?
  /// Whether the picture differs from the one that was drawn last.
  public internal(set) var needsDrawing = true
  /// What the owner must do with the clipboard.
  public var clipboardRequest: ClipboardRequest?

  public enum ClipboardRequest { case copy, paste }

  /// A part of the panel.
  enum Part: Equatable {
    case none
    case handle
    /// The index of the field.
    case field(Int)
    case response
  }

  /// - Parameter hasFields: whether the panel shows the controls as fields below the picture.
  public init(_ view: EffectView, theme: Theme = .dark, hasFields: Bool = true) {
    self.view = view
    self.theme = theme
    (width, height) = PanelLayout.usualSize
    fieldRows = hasFields ? view.fieldRows(0) : []
    fields = fieldRows.flatMap { $0 }
  }

  /// The size before the user changes it, in points.
  public static var usualSize: (width: Double, height: Double) { PanelLayout.usualSize }
  /// The smallest useful size, in points.
  public static var smallestSize: (width: Double, height: Double) { PanelLayout.smallestSize }

  var layout: PanelLayout {
    PanelLayout(width: width, height: height, rows: fieldRows.map { $0.count }, hasEchoes: view.hasEchoes)
  }

  var picture: ResponsePicture { ResponsePicture(view, theme, in: layout.response, levels: drag?.levels) }

  /// Changes the size. Sizes below the smallest useful one are drawn, but parts of the panel overlap.
  public func resize(width: Double, height: Double) {
    (self.width, self.height) = (max(width, 100), max(height, 100))
    menu = nil
    needsDrawing = true
  }

  public func setTheme(_ theme: Theme) {
    self.theme = theme
    needsDrawing = true
  }

  /// Continues the spectra of the running instance.
  ///
  /// - Parameter seconds: the time since the last call.
  public func updateSpectra(seconds: Double) {
    if analyzer?.update(seconds: seconds) == true { needsDrawing = true }
  }

  // MARK: Values from the host

  /// Sets the value of a port that the host has changed.
  public func receive(_ port: Int, _ value: Float) {
    if view.set(port, to: value) { needsDrawing = true }
  }

  /// Whether the user is changing a port with the pointer.
  public func isTouched(_ port: Int) -> Bool {
    guard let drag else { return false }
    switch drag.part {
    case .handle:
      guard let handle = view.handle else { return false }
      let isWheelPort = handle.wheelPort == port && drag.changesWheelPort
      return handle.horizontal.port == port || handle.vertical.port == port || isWheelPort
    case .field(let index): return fields[index] == port
    default: return false
    }
  }

  // MARK: Changes by the user

  func set(_ port: Int, _ value: Float) {
    if view.set(port, to: value) { needsDrawing = true }
  }

  func reset(_ port: Int) { set(port, view.ports[port].initial) }

  func resetAll() {
    for port in fields where port != view.enabledPort { reset(port) }
  }

  func toggle(_ port: Int) { set(port, view.values[port] > 0 ? 0 : 1) }

  func isToggle(_ port: Int) -> Bool { if case .toggle = view.ports[port].scale { true } else { false } }
}
