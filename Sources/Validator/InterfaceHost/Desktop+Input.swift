import CDisplay

/// The buttons and keys that an interface receives as from a user, by the extension XTEST.
extension Desktop {
  package enum Button: UInt8, Sendable {
    case left = 1
    case middle, right, wheelUp, wheelDown
  }

  /// Moves the pointer to a place on the screen.
  package func movePointer(toX x: Int, y: Int) {
    fake(XCB_MOTION_NOTIFY, 0, Int16(clamping: x), Int16(clamping: y))
  }

  package func press(_ button: Button) { fake(XCB_BUTTON_PRESS, button.rawValue) }
  package func release(_ button: Button) { fake(XCB_BUTTON_RELEASE, button.rawValue) }

  /// Presses and releases a key, by its code in the map of a PC keyboard.
  package func type(_ code: UInt8) {
    fake(XCB_KEY_PRESS, code)
    fake(XCB_KEY_RELEASE, code)
  }

  /// Releases all buttons and moves the pointer into a corner, after a process that ended.
  func releaseAll() {
    for button in [Button.left, .middle, .right] { release(button) }
    movePointer(toX: screen.width - 1, y: screen.height - 1)
  }

  package func focus(_ window: Window) {
    _ = xcb.set_input_focus(connection, UInt8(XCB_INPUT_FOCUS_PARENT.rawValue), window, 0)
    synchronize()
  }

  private func fake(_ type: Int32, _ detail: UInt8, _ x: Int16 = 0, _ y: Int16 = 0) {
    _ = xcb.test_fake_input(connection, UInt8(type), detail, 0, root, x, y, 0)
    synchronize()
  }
}
