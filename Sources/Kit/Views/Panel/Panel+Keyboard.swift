import LV2Kit

/// A key of the keyboard.
public enum Key: Equatable, Sendable {
  case up, down, left, right, pageUp, pageDown, home, end
  case tab, backTab, enter, escape, backspace, delete, menu
  /// A printable character of Unicode.
  case character(UInt32)

  var isCharacter: Bool { if case .character = self { true } else { false } }

  /// Whether the key moves a value by steps.
  var isStep: Bool {
    switch self {
    case .up, .down, .left, .right, .pageUp, .pageDown: true
    default: false
    }
  }
}

/// A value that is being typed.
struct Typing {
  /// UTF-8.
  private(set) var bytes: [UInt8]
  /// Whether the next character replaces the text.
  var replacesAll = true
  private(set) var isChanged = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  init(_ text: Text) { bytes = (0..<text.count).map { text[$0] } }

  /// The text, or the end of a long one.
  var text: Text {
    var start = max(0, bytes.count - 60)
    // Not a part of a character.
    while start < bytes.count && bytes[start] & 0xc0 == 0x80 { start += 1 }
    var text = Text()
    for byte in bytes[start...] { text.append(byte) }
    return text
  }

  mutating func append(_ byte: UInt8) {
    if replacesAll { bytes.removeAll() }
    (replacesAll, isChanged) = (false, true)
    bytes.append(byte)
  }

  /// Removes the last character, or the whole text that the next character would replace.
  mutating func removeLast() {
    if replacesAll { bytes.removeAll() }
    (replacesAll, isChanged) = (false, true)
    while let byte = bytes.popLast(), byte & 0xc0 == 0x80 {}
  }
}

extension Panel {
  /// A key was pressed.
  ///
  /// Characters are for the panel while a value is typed, and while the focus is visible. Hosts have their own use for them, such as
  /// Space for the transport, also after the pointer has moved something.
  ///
  /// - Returns: false if the panel has no use for the key, so that the host can have it.
  @discardableResult
  public func pressed(_ key: Key, _ modifiers: Modifiers) -> Bool {
    if key.isCharacter && (modifiers.isAlternate || modifiers.isSuper) { return false }
    defer { recordChanges(isStep: key.isStep) }
    if menu != nil { return pressedInMenu(key) }
    if modifiers.isControl { return pressedWithControl(key) }
    if typed != nil, let result = pressedWhileTyping(key) { return result }
    switch key {
    case .tab: moveFocus(by: 1)
    case .backTab: moveFocus(by: -1)
    case .menu:
      pointer = focusPlace
      hover = focus
      openMenu()
      menu?.highlighted = 0
    case .escape:
      guard focus != .none else { return false }
      focus = .none
    default: return pressedInFocus(key, modifiers)
    }
    showsFocus = true
    needsDrawing = true
    return true
  }

  /// Another window has got the keyboard. It discards what is being typed, as Escape does, and closes the menu.
  public func focusLost() {
    endTyping(accepting: false)
    guard menu != nil else { return }
    menu = nil
    needsDrawing = true
  }

  private func pressedInMenu(_ key: Key) -> Bool {
    guard let menu else { return false }
    needsDrawing = true
    switch key {
    case .down, .tab: self.menu?.highlighted = ((menu.highlighted ?? -1) + 1) % menu.count
    case .up, .backTab: self.menu?.highlighted = ((menu.highlighted ?? menu.count) + menu.count - 1) % menu.count
    case .enter, .character(32): choose(menu.highlighted)
    case .escape, .menu, .left: choose(nil)
    default: return false
    }
    return true
  }

  private func pressedWithControl(_ key: Key) -> Bool {
    switch key {
    case .character(99): clipboardRequest = .copy
    case .character(118): clipboardRequest = .paste
    case .pageUp where !tabs.isEmpty: show(page: page - 1)
    case .pageDown where !tabs.isEmpty: show(page: page + 1)
    case .character(122): undo()  // z
    case .character(90), .character(121): redo()  // Z, y
    default: return false
    }
    return true
  }

  // MARK: Focus

  /// What can have the focus: the own picture, the handles, then the fields without the meters.
  private var focusOrder: [Part] {
    var order: [Part] = []
    if view.hasOwnPicture { order.append(.own) }
    for index in 0..<view.handleCount { order.append(.handle(index)) }
    for port in fields where view.ports[port].kind == .input { order.append(.field(port)) }
    return order
  }

  private func moveFocus(by step: Int) {
    let order = focusOrder
    guard !order.isEmpty else { return }
    let present: Part = if case .selector(let index) = focus { .handle(index) } else { focus }
    let place = order.firstIndex(of: present) ?? (step > 0 ? order.count - 1 : 0)
    focus = order[(place + step + order.count) % order.count]
    if case .handle(let index) = focus { select(index) }
  }

  /// The place of a menu that the keyboard opens.
  private var focusPlace: (x: Double, y: Double) {
    if case .field(let port) = focus, let index = fields.firstIndex(of: port) {
      return (layout.field(index).x, layout.field(index).y)
    }
    return picture.handlePlace(selected)
  }

  private func pressedInFocus(_ key: Key, _ modifiers: Modifiers) -> Bool {
    if key.isCharacter && !showsFocus { return false }
    switch focus {
    case .handle(let index), .selector(let index):
      guard let handle = view.handle(index) else { return false }
      if key == .character(32), let port = handle.switchPort {
        toggle(port)
        return true
      }
      return pressed(
        key, horizontal: handle.horizontal, vertical: handle.vertical.port, page: handle.wheelPort, modifiers)
    case .field(let port) where isTrigger(port):
      guard key == .enter || key == .character(32) else { return false }
      set(port, view.ports[port].maximum)
      firedTrigger = port
      return true
    case .field(let port):
      if isToggle(port), key == .enter || key == .character(32) {
        toggle(port)
        return true
      }
      if isChoice(port), key == .enter || key == .character(32) {
        openValues(of: port, at: focusPlace)
        return true
      }
      if key == .enter {
        beginTyping(port)
        return true
      }
      if case .character(let code) = key, code > 32 {
        beginTyping(port)
        return pressedWhileTyping(key) ?? false
      }
      return pressed(key, horizontal: nil, vertical: port, page: nil, modifiers)
    case .own: return view.pressed(key)
    case .none, .response, .button, .piano, .tab, .key: return false
    }
  }

  /// Moves values by steps.
  ///
  /// - Parameters:
  ///   - horizontal: what the left and the right key change; nil for the same port as the vertical keys.
  ///   - page: the port of the page keys; nil for ten steps of the vertical port.
  private func pressed(
    _ key: Key, horizontal: Handle.Motion?, vertical: Int, page: Int?, _ modifiers: Modifiers
  ) -> Bool {
    let side = horizontal?.port ?? vertical
    let sense: Double = if case .period = horizontal?.kind { -1 } else { 1 }
    switch key {
    case .up: step(vertical, by: 1, modifiers)
    case .down: step(vertical, by: -1, modifiers)
    case .right: step(side, by: sense, modifiers)
    case .left: step(side, by: -sense, modifiers)
    case .pageUp: step(page ?? vertical, by: page == nil ? 10 : 2, modifiers)
    case .pageDown: step(page ?? vertical, by: page == nil ? -10 : -2, modifiers)
    case .home: set(vertical, view.ports[vertical].minimum)
    case .end: set(vertical, view.ports[vertical].maximum)
    case .delete, .backspace:
      reset(vertical)
      if let horizontal { reset(horizontal.port) }
      if let page { reset(page) }
    default: return false
    }
    return true
  }

  // MARK: Typing

  /// Whether a value is being typed.
  public var isTyping: Bool { typed != nil }

  func beginTyping(_ port: Int) {
    guard !isToggle(port) else { return }
    focus = .field(port)
    typed =
      view.isText(port)
      ? Typing(view.property(ofPort: port).map { view.texts[$0] } ?? [])
      : Typing(Text(view.values[port], of: view.ports[port]))
    needsDrawing = true
  }

  /// Ends the typing of a value. An accepted value is a change of its own.
  func endTyping(accepting: Bool) {
    guard let typed, case .field(let port) = focus else { return }
    self.typed = nil
    needsDrawing = true
    guard accepting && typed.isChanged else { return }
    if view.isText(port), let property = view.property(ofPort: port) {
      return receive(text: typed.bytes, ofProperty: property)
    }
    var reader = TypedValue(typed.text)
    if let value = reader.value(for: view.ports[port]) { set(port, value) }
    recordChanges()
  }

  /// Returns nil for a key that ends the typing and then has its usual meaning.
  private func pressedWhileTyping(_ key: Key) -> Bool? {
    needsDrawing = true
    switch key {
    case .enter: endTyping(accepting: true)
    case .escape: endTyping(accepting: false)
    case .backspace, .delete: typed?.removeLast()
    case .character(let code):
      var character = Text()
      character.append(scalar: code)
      for index in 0..<character.count { typed?.append(character[index]) }
    case .left, .right, .home, .end: typed?.replacesAll = false
    case .tab, .backTab, .up, .down, .pageUp, .pageDown, .menu:
      endTyping(accepting: true)
      return nil
    }
    return true
  }
}
