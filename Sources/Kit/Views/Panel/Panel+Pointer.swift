import LV2Kit

/// The modifier keys of an event.
public struct Modifiers {
  /// Shift: movements are a tenth.
  public var isFine: Bool
  /// Alt: a vertical movement changes the port of the wheel.
  public var isAlternate: Bool
  public var isControl: Bool
  /// The key with a logo, for commands of the desktop.
  public var isSuper: Bool

  public init(isFine: Bool = false, isAlternate: Bool = false, isControl: Bool = false, isSuper: Bool = false) {
    self.isFine = isFine
    self.isAlternate = isAlternate
    self.isControl = isControl
    self.isSuper = isSuper
  }
}

/// A movement with a pressed button.
struct Drag {
  let part: Panel.Part
  /// The levels of the response, which do not change during the movement.
  let levels: LevelAxis
  /// The values of all ports when the movement began, and what the host has set since then.
  var start: [Float]
  /// The port of a field that is held, and the ports that the movement has changed, also if they have their old values again.
  var touched: [Int] = []
  /// The movement since then, in points; fine parts count a tenth.
  var distance = (x: 0.0, y: 0.0)
  /// The vertical movement with the Alt key, in points.
  var alternateDistance = 0.0
  /// Whether the Alt key was pressed during a part of the movement, so that it changes the port of the wheel.
  var changesWheelPort = false
}

/// The last press of a button, to recognize a double click.
struct Click {
  var time: UInt32 = 0
  var part = Panel.Part.none
  /// The longest time between the clicks of a double click, in milliseconds.
  static var longestPause: UInt32 { 400 }
}

extension Panel {
  func part(at x: Double, _ y: Double) -> Part {
    let layout = layout
    for (index, port) in fields.enumerated() where layout.field(index).contains(x, y) {
      return view.ports[port].kind == .input ? .field(port) : .none
    }
    for index in 0..<layout.pageCount where layout.tab(index).contains(x, y) { return .tab(index) }
    if let note = keyboard?.note(at: x, y) { return .key(note) }
    for index in 0..<layout.selectorCount where layout.selector(index).contains(x, y) { return .selector(index) }
    for button in buttons where layout.button(button).contains(x, y) { return .button(button) }
    if showsPiano && layout.piano.contains(x, y) { return .piano }
    if view.hasOwnPicture { return layout.response.contains(x, y) ? .own : .none }
    let picture = picture
    guard picture.area.contains(x, y) else { return .none }
    return handle(at: x, y, picture).map { .handle($0) } ?? .response
  }

  /// The nearest visible handle, within 15 points.
  private func handle(at x: Double, _ y: Double, _ picture: ResponsePicture) -> Int? {
    var (nearest, least): (Int?, Double) = (nil, 15 * 15)
    for index in 0..<view.handleCount where isVisible(index) {
      let place = picture.handlePlace(index)
      let (dx, dy) = (place.x - x, place.y - y)
      // Of two handles at one place, the selected one is in front.
      let square = dx * dx + dy * dy - (index == selected ? 1e-6 : 0)
      if square < least { (nearest, least) = (index, square) }
    }
    return nearest
  }

  /// Whether the picture shows a handle: one that is on, or is selected.
  func isVisible(_ handle: Int) -> Bool { view.state(handle) != .off || handle == selected }

  public func pointerMoved(_ x: Double, _ y: Double, _ modifiers: Modifiers) {
    let last = pointer
    pointer = (x, y)
    if menu != nil {
      let index = menu?.index(at: x, y)
      if index != nil || menu?.highlighted != nil { needsDrawing = true }
      menu?.highlighted = index
      return
    }
    if drag != nil {
      advanceDrag(x - last.x, y - last.y, modifiers)
    } else {
      let part = part(at: x, y)
      if part != hover || part == .response || part == .piano || part == .own { needsDrawing = true }
      hover = part
      if part == .own { view.moved(x, y, in: layout.response, isPressed: false) }
    }
  }

  public func pointerLeft() {
    guard drag == nil else { return }
    if hover != .none { needsDrawing = true }
    hover = .none
  }

  /// The main button was pressed.
  ///
  /// - Parameter time: milliseconds from any origin; it may wrap around.
  public func pressed(_ x: Double, _ y: Double, time: UInt32, _ modifiers: Modifiers) {
    defer { recordChanges() }
    pointerMoved(x, y, modifiers)
    if let menu { return choose(menu.index(at: x, y)) }
    let part = part(at: x, y)
    if let typed, focus != part { endTyping(accepting: typed.isChanged) }
    let isDouble = part == lastClick.part && time &- lastClick.time < Click.longestPause
    lastClick = Click(time: time &- (isDouble ? Click.longestPause : 0), part: part)
    focus = part == .response ? .none : part
    showsFocus = false
    needsDrawing = true
    if case .handle(let index) = part { select(index) }
    switch part {
    case .field(let port) where isTrigger(port):
      drag = Drag(part: part, levels: view.levels, start: view.values)
      set(port, view.ports[port].maximum)
      touchMovedPorts()
    case .field(let port) where isToggle(port): toggle(port)
    case .field(let port) where isChoice(port) && typed == nil: openValues(of: port, at: (x, y))
    case .field(let port) where view.isText(port): if typed == nil { beginTyping(port) }
    case .own:
      drag = Drag(part: part, levels: view.levels, start: view.values)
      view.pressed(x, y, in: layout.response)
      touchMovedPorts()
    case .tab(let index): show(page: index)
    case .key:
      drag = Drag(part: part, levels: view.levels, start: view.values)
      hold(x, y)
    case .handle, .field:
      if isDouble { return resetPart(part) }
      guard typed == nil else { return }
      drag = Drag(part: part, levels: view.levels, start: view.values)
      // A field that is held keeps its value, also beside automation.
      if case .field(let port) = part { drag?.touched = [port] }
    case .selector(let index): select(index)
    case .button(let button): press(button)
    case .piano: play(x)
    case .response where isDouble: moveHandle(to: x, y)
    case .response, .none: break
    }
  }

  /// The main button was released.
  public func released(_ x: Double, _ y: Double) {
    guard let drag else { return }
    defer { recordChanges() }
    self.drag = nil
    needsDrawing = true
    if drag.part == .own { view.released() }
    heldNote = nil
    let hasMoved = drag.distance.x != 0 || drag.distance.y != 0 || drag.alternateDistance != 0
    if case .field(let port) = drag.part {
      if isTrigger(port) { reset(port) } else if !hasMoved { beginTyping(port) }
    }
    hover = part(at: x, y)
  }

  /// The button of the context menu was pressed.
  public func menuButtonPressed(_ x: Double, _ y: Double) {
    guard drag == nil else { return }
    menu = nil
    pointerMoved(x, y, Modifiers())
    openMenu()
  }

  /// The wheel was turned.
  ///
  /// - Parameter steps: positive away from the user.
  public func scrolled(_ x: Double, _ y: Double, steps: Double, _ modifiers: Modifiers) {
    if menu != nil { return scrollMenu(x, y, steps: steps) }
    guard drag == nil else { return }
    defer { recordChanges(isStep: true) }
    let port: Int
    switch part(at: x, y) {
    case .handle(let index), .selector(let index):
      guard let handle = view.handle(index) else { return }
      select(index)
      port = handle.wheelPort
    case .response, .piano:
      guard let handle = view.handle(selected) else { return }
      port = handle.wheelPort
    case .field(let field) where !isTrigger(field): port = field
    case .own:
      needsDrawing = true
      return view.scrolled(x, y, in: layout.response, steps: wheelIsReversed ? -steps : steps)
    case .field, .button, .tab, .key, .none: return
    }
    step(port, by: (wheelIsReversed ? -2 : 2) * steps, modifiers)
  }

  func step(_ port: Int, by steps: Double, _ modifiers: Modifiers) {
    let declaration = view.ports[port]
    let isSingle =
      switch declaration.scale {
      case .linear, .logarithmic: false
      default: true
      }
    let steps = isSingle ? (steps > 0 ? 1.0 : -1) : steps
    set(port, declaration.stepped(view.values[port], by: steps, isFine: modifiers.isFine))
  }

  private func resetPart(_ part: Part) {
    switch part {
    case .handle(let index): resetHandle(index)
    case .field(let port):
      endTyping(accepting: false)
      reset(port)
    case .selector, .button, .piano, .none, .response, .own, .tab, .key: break
    }
  }

  /// Plays the note of the key at a place. Outside of the keys the note goes on.
  private func hold(_ x: Double, _ y: Double) {
    guard let note = keyboard?.heldNote(at: x, y), note.number != heldNote?.number else { return }
    heldNote = note
    needsDrawing = true
  }

  /// Moves the selected handle to the note of a key.
  private func play(_ x: Double) {
    guard let motion = view.handle(selected)?.horizontal else { return }
    switch motion.kind {
    case .frequency: set(motion.port, Float(piano.frequency(x)))
    case .period: set(motion.port, Float(1000 / piano.frequency(x)))
    case .note: if let note = Note(frequency: piano.frequency(x)) { set(motion.port, Float(note.number)) }
    default: break
    }
  }

  // MARK: Drag

  private func advanceDrag(_ dx: Double, _ dy: Double, _ modifiers: Modifiers) {
    guard var drag else { return }
    defer { touchMovedPorts() }
    let speed = modifiers.isFine ? 0.1 : 1
    if modifiers.isAlternate {
      drag.alternateDistance += dy * speed
      drag.changesWheelPort = true
    } else {
      let begin = begin(of: drag)
      if dx != 0 { drag.distance.x = begin.x + dx * speed }
      if dy != 0 { drag.distance.y = begin.y + dy * speed }
    }
    self.drag = drag
    switch drag.part {
    case .field(let port) where !isTrigger(port):
      let distance = drag.distance.y + drag.alternateDistance
      set(port, view.ports[port].moved(drag.start[port], by: -distance / 200))
    case .handle(let index):
      guard let handle = view.handle(index) else { return }
      apply(handle.horizontal, drag, snaps: modifiers.isControl)
      apply(handle.vertical, drag)
      let port = handle.wheelPort
      if drag.changesWheelPort {
        set(port, view.ports[port].moved(drag.start[port], by: -drag.alternateDistance / 200))
      }
    case .own:
      view.moved(pointer.x, pointer.y, in: layout.response, isPressed: true)
      needsDrawing = true
    case .key: hold(pointer.x, pointer.y)
    case .field, .selector, .button, .piano, .none, .response, .tab: break
    }
  }

  /// The movement until now, in points. A handle outside of the frame begins where the frame shows it.
  private func begin(of drag: Drag) -> (x: Double, y: Double) {
    guard case .handle(let index) = drag.part, let handle = view.handle(index) else { return drag.distance }
    let shift = picture.edgeShift(index)
    let (x, y) = drag.distance
    return (x == 0 ? shift.x : x, y == 0 && handle.vertical.kind != .range ? shift.y : y)
  }

  /// Remembers the ports that the movement has changed. The host may still change the other ones.
  private func touchMovedPorts() {
    guard let drag else { return }
    for port in inputs where view.values[port] != drag.start[port] && !isTouched(port) {
      self.drag?.touched.append(port)
    }
  }

  /// - Parameter snaps: whether a frequency moves to the nearest note.
  private func apply(_ motion: Handle.Motion, _ drag: Drag, snaps: Bool = false) {
    let picture = picture
    let part = drag.distance.x / picture.area.width
    let level = -drag.distance.y / picture.area.height * drag.levels.span
    let start = Double(drag.start[motion.port])
    let ratio = picture.axis.frequency(part) / picture.axis.range.lowerBound
    let value =
      switch motion.kind {
      case .frequency: snaps ? Note.nearest(to: start * ratio) : start * ratio
      case .period: start / ratio
      case .note: start + 12 * log2(ratio)
      case .level: start + level
      case .amplitude: start * exp10(level / 20)
      case .range:
        Double(view.ports[motion.port].moved(drag.start[motion.port], by: -drag.distance.y / picture.area.height))
      }
    set(motion.port, Float(value))
  }

  /// Moves a free handle, or the only one, to a place of the response. The movement continues with the pointer.
  private func moveHandle(to x: Double, _ y: Double) {
    guard view.handleCount > 0 else { return }
    let picture = picture
    if view.handleCount > 1 {
      let frequency = picture.axis.frequency((x - picture.area.x) / picture.area.width)
      guard let index = view.addHandle(frequency: frequency, level: picture.level(y)) else { return }
      select(index)
      drag = Drag(part: .handle(index), levels: view.levels, start: view.values)
    } else {
      let place = picture.handlePlace(0)
      drag = Drag(part: .handle(0), levels: view.levels, start: view.values)
      advanceDrag(x - place.x, y - place.y, Modifiers())
    }
    hover = .handle(selected)
    focus = hover
  }
}
