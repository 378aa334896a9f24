import LV2Kit

/// The content of a window: the response with its handles, and fields for the controls.
///
/// The panel knows no window system. It receives events in points, changes the values of its view, and states what has to
/// be drawn, touched and copied. Whoever owns it passes that on after each event.
public final class Panel {
  public let view: EffectView
  public private(set) var theme: Theme
  private(set) var width, height: Double
  let hasFields: Bool
  /// The selected handle, whose settings the fields show.
  private(set) var selected = 0
  /// The page of the fields.
  private(set) var page = 0
  /// The note that the user holds on the keyboard, and its velocity from 1 to 127.
  public internal(set) var heldNote: HeldNote?
  /// The changes of the user.
  var history: History
  /// The other one of two settings that are compared, after it has been shown or copied to.
  var otherSlot: Slot?
  var showsSlotB = false
  /// Whether there is a piano below the response.
  var showsPiano: Bool
  /// Whether the owner passes notes and properties on to the plug-in. Without it the panel shows neither keys nor properties.
  public var hasEvents = true
  /// The presets of the menu.
  public var presets: [PanelPreset] = []
  /// Whether turning the wheel away from the user lowers values.
  var wheelIsReversed = false
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
  /// The trigger that a key has switched on.
  var firedTrigger: Int?
  /// The text that is typed into the field in focus.
  var typed: Typing?
  var menu: Menu?
  /// The spectra behind the curve, if the host gives access to the running instance.
  public var analyzer: Analyzer?
  /// Whether more may differ from the picture that was drawn last than the values of `movedPorts` and the spectra.
  private(set) var needsCompleteDrawing = true
  /// The controls on a scale whose values differ from those of the last picture.
  private(set) var movedPorts: [Int] = []
  /// Whether the picture differs from the one that was drawn last, except for the spectra. A change of it concerns everything.
  public internal(set) var needsDrawing: Bool {
    get { needsCompleteDrawing || !movedPorts.isEmpty }
    set {
      needsCompleteDrawing = newValue
      movedPorts = []
    }
  }
  /// Whether the spectra may differ from those of the last picture.
  var spectraHaveChanged = false
  /// What the owner must do with the clipboard.
  public var clipboardRequest: ClipboardRequest?

  public enum ClipboardRequest {
    case copy, paste
    /// The settings in the format of another program: `EffectView.export(_:)`.
    case export
  }

  /// A part of the panel.
  enum Part: Equatable {
    case none
    /// The index of the handle.
    case handle(Int)
    /// The button that selects a handle.
    case selector(Int)
    /// The port of the field.
    case field(Int)
    case button(Button)
    case piano
    case response
    /// The own picture of the view.
    case own
    /// The button of a page.
    case tab(Int)
    /// The number of the note of a key.
    case key(Int)
  }

  /// - Parameter hasFields: whether the panel shows the controls as fields below the picture.
  public init(_ view: EffectView, theme: Theme = .dark, hasFields: Bool = true) {
    self.view = view
    self.theme = theme
    (width, height) = PanelLayout.usualSize
    self.hasFields = hasFields
    history = History(view)
    showsPiano = hasFields && view.handleCount > 1
  }

  private var fieldRows: [[Int]] {
    guard hasFields else { return [] }
    let rows = view.pages.isEmpty ? view.fieldRows(selected) : view.fieldRows(ofPage: page)
    guard !hasEvents && !view.properties.isEmpty else { return rows }
    return rows.map { $0.filter { view.property(ofPort: $0) == nil } }.filter { !$0.isEmpty }
  }

  /// The names of the pages.
  var tabs: [StaticString] { hasFields ? view.pages : [] }

  /// The ports of the fields, in their order.
  var fields: [Int] { fieldRows.flatMap { $0 } }

  /// The ports of all controls and lv2:enabled.
  var inputs: [Int] { view.ports.indices.filter { view.ports[$0].kind == .input } }

  /// The size before the user changes it, in points.
  public static var usualSize: (width: Double, height: Double) { PanelLayout.usualSize }
  /// The smallest useful size, in points.
  public static var smallestSize: (width: Double, height: Double) { PanelLayout.smallestSize }

  var layout: PanelLayout {
    PanelLayout(
      width: width, height: height, rows: fieldRows.map { $0.count },
      selectorCount: hasFields && view.handleCount > 1 ? view.handleCount : 0, hasEchoes: view.hasEchoes,
      hasPiano: showsPiano, hasAxes: !view.hasOwnPicture, pageCount: tabs.count,
      hasKeyboard: hasKeyboard)
  }

  private var hasKeyboard: Bool { hasFields && hasEvents && view.keyboard != nil }

  /// The keys below the fields, or nil.
  var keyboard: KeyboardPicture? {
    guard hasKeyboard, let notes = view.keyboard else { return nil }
    return KeyboardPicture(notes: notes, area: layout.keyboard)
  }

  var piano: PianoPicture { PianoPicture(picture: picture, area: layout.piano) }

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
    if analyzer?.update(seconds: seconds) == true { spectraHaveChanged = true }
  }

  // MARK: Values from the host

  /// Sets the value of a port that the host has changed.
  public func receive(_ port: Int, _ value: Float) {
    guard view.set(port, to: value) else { return }
    history.receive(port, view.values[port])
    if !isTouched(port) { drag?.start[port] = view.values[port] }
    valueHasMoved(port)
  }

  /// Sets a text or the path of a file that the host has changed.
  public func receive(text: [UInt8], ofProperty property: Int) {
    if view.set(text: text, ofProperty: property) { needsDrawing = true }
  }

  private func valueHasMoved(_ port: Int) {
    if isToggle(port) || isChoice(port) || needsCompleteDrawing || menu != nil {
      needsDrawing = true
    } else if !movedPorts.contains(port) {
      movedPorts.append(port)
    }
  }

  /// Whether the user is changing a port with the pointer: whether the present movement has changed it.
  public func isTouched(_ port: Int) -> Bool { drag?.touched.contains(port) ?? false }

  // MARK: Changes by the user

  func set(_ port: Int, _ value: Float) {
    guard view.ports[port].kind == .input, !view.isText(port) else { return }
    if view.set(port, to: value) { valueHasMoved(port) }
  }

  /// Sets a port to its initial value; the text or the file of a property becomes empty.
  func reset(_ port: Int) {
    set(port, view.ports[port].initial)
    if let property = view.property(ofPort: port) { receive(text: [], ofProperty: property) }
  }

  /// Resets all controls. Texts and files stay.
  func resetAll() {
    for port in inputs where port != view.enabledPort { set(port, view.ports[port].initial) }
  }

  func resetHandle(_ index: Int) { for port in view.handle(index)?.ports ?? [] { reset(port) } }

  /// Shows the settings of a handle.
  func select(_ handle: Int) {
    guard handle != selected, handle < view.handleCount else { return }
    endTyping(accepting: true)
    selected = handle
    if case .field(let port) = focus, !fields.contains(port) { focus = .none }
    needsDrawing = true
  }

  /// Shows a page of fields.
  func show(page: Int) {
    guard page != self.page, tabs.indices.contains(page) else { return }
    endTyping(accepting: true)
    self.page = page
    if case .field(let port) = focus, !fields.contains(port) { focus = .none }
    needsDrawing = true
  }

  func toggle(_ port: Int) { set(port, view.values[port] > 0 ? 0 : 1) }

  /// Switches off what a key has triggered. The owner calls it after it has informed the plug-in, and before the next event.
  ///
  /// - Returns: whether there was something to switch off.
  public func endTrigger() -> Bool {
    guard let port = firedTrigger else { return false }
    firedTrigger = nil
    reset(port)
    return true
  }

  func isToggle(_ port: Int) -> Bool { if case .toggle = view.ports[port].scale { true } else { false } }

  /// Whether a port acts when it is switched on. It is on while the button of the pointer is pressed, or
  /// shortly after a key.
  func isTrigger(_ port: Int) -> Bool { view.ports[port].properties.isTrigger }

  func isChoice(_ port: Int) -> Bool { if case .choice = view.ports[port].scale { true } else { false } }
}
