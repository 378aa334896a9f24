import LV2Kit

/// A key of the keyboard.
public enum Key: Equatable {
  case up, down, left, right, pageUp, pageDown, home, end
  case tab, backTab, enter, escape, backspace, delete, menu
  /// A printable character of ASCII, or another one that values can contain.
  case character(UInt32)
}

/// A value that is being typed.
struct Typing {
  var text: Text
  /// Whether the next character replaces the text.
  var replacesAll = true
  var isChanged = false
}

extension Panel {
  /// A key was pressed.
  ///
  /// - Returns: false if the panel has no use for the key, so that the host can have it.
  @discardableResult
  public func pressed(_ key: Key, _ modifiers: Modifiers) -> Bool {
    defer { recordChanges(isStep: typed == nil && menu == nil) }
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
    case .character(122): undo()  // z
    case .character(90), .character(121): redo()  // Z, y
    default: return false
    }
    return true
  }

  // MARK: Focus

  /// The order is: the handles, then the fields.
  private func moveFocus(by step: Int) {
    let (fields, handles) = (fields, view.handleCount)
    let count = fields.count + handles
    guard count > 0 else { return }
    let place: Int
    switch focus {
    case .handle(let index), .selector(let index): place = index
    case .field(let port): place = handles + (fields.firstIndex(of: port) ?? 0)
    case .none, .response, .button, .piano: place = step > 0 ? count - 1 : 0
    }
    let next = (place + step + count) % count
    focus = next < handles ? .handle(next) : .field(fields[next - handles])
    if next < handles { select(next) }
  }

  /// The place of a menu that the keyboard opens.
  private var focusPlace: (x: Double, y: Double) {
    if case .field(let port) = focus, let index = fields.firstIndex(of: port) {
      return (layout.field(index).x, layout.field(index).y)
    }
    return picture.handlePlace(selected)
  }

  private func pressedInFocus(_ key: Key, _ modifiers: Modifiers) -> Bool {
    switch focus {
    case .handle(let index), .selector(let index):
      guard let handle = view.handle(index) else { return false }
      if key == .character(32), let port = handle.switchPort {
        toggle(port)
        return true
      }
      return pressed(
        key, horizontal: handle.horizontal, vertical: handle.vertical.port, page: handle.wheelPort, modifiers)
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
    case .none, .response, .button, .piano: return false
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

  func beginTyping(_ port: Int) {
    guard !isToggle(port) else { return }
    focus = .field(port)
    typed = Typing(text: Text(view.values[port], of: view.ports[port]))
    needsDrawing = true
  }

  func endTyping(accepting: Bool) {
    guard let typed, case .field(let port) = focus else { return }
    self.typed = nil
    needsDrawing = true
    guard accepting && typed.isChanged else { return }
    var reader = TypedValue(typed.text)
    if let value = reader.value(for: view.ports[port]) { set(port, value) }
  }

  /// Returns nil for a key that ends the typing and then has its usual meaning.
  private func pressedWhileTyping(_ key: Key) -> Bool? {
    needsDrawing = true
    switch key {
    case .enter: endTyping(accepting: true)
    case .escape: endTyping(accepting: false)
    case .backspace, .delete:
      if typed?.replacesAll == true { typed?.text = Text() } else { typed?.text.removeLast() }
      typed?.replacesAll = false
      typed?.isChanged = true
    case .character(let code):
      if typed?.replacesAll == true { typed?.text = Text() }
      typed?.text.append(scalar: code)
      typed?.replacesAll = false
      typed?.isChanged = true
    case .left, .right, .home, .end: typed?.replacesAll = false
    case .tab, .backTab, .up, .down, .pageUp, .pageDown, .menu:
      endTyping(accepting: true)
      return nil
    }
    return true
  }
}
