import CDrawing
import Views

extension Window {
  /// Passes the events of the server to the panel and draws what has changed.
  ///
  /// - Returns: false if the window is closed or the connection is lost.
  func processEvents(_ changed: () -> Void) -> Bool {
    while let event = connection.nextEvent() {
      process(event)
      free(event)
      changed()
    }
    guard !isClosed && !isDestroyed && !connection.isLost else { return false }
    update()
    return true
  }

  private func process(_ event: UnsafeMutablePointer<xcb_generic_event_t>) {
    let raw = UnsafeMutableRawPointer(event)
    // The highest bit states that another client sent the event. Errors have the number 0 and need no answer.
    switch Int32(event.pointee.response_type & 0x7f) {
    case XCB_EXPOSE: exposed()
    case XCB_VISIBILITY_NOTIFY:
      let event = raw.load(as: xcb_visibility_notify_event_t.self)
      isVisible = event.state != UInt8(XCB_VISIBILITY_FULLY_OBSCURED.rawValue)
    case XCB_UNMAP_NOTIFY: isVisible = false
    case XCB_MAP_NOTIFY: isVisible = true
    case XCB_CONFIGURE_NOTIFY:
      let event = raw.load(as: xcb_configure_notify_event_t.self)
      if event.window == id { resized(width: Int(event.width), height: Int(event.height)) }
    case XCB_MOTION_NOTIFY:
      let event = raw.load(as: xcb_motion_notify_event_t.self)
      time = event.time
      panel.pointerMoved(Double(event.event_x) / scale, Double(event.event_y) / scale, Modifiers(event.state))
    case XCB_LEAVE_NOTIFY: panel.pointerLeft()
    case XCB_BUTTON_PRESS: pressed(raw.load(as: xcb_button_press_event_t.self))
    case XCB_BUTTON_RELEASE:
      let event = raw.load(as: xcb_button_release_event_t.self)
      time = event.time
      if event.detail == 1 { panel.released(Double(event.event_x) / scale, Double(event.event_y) / scale) }
    case XCB_KEY_PRESS: keyPressed(raw.assumingMemoryBound(to: xcb_key_press_event_t.self))
    case XCB_KEY_RELEASE: keyReleased(raw.assumingMemoryBound(to: xcb_key_release_event_t.self))
    case XCB_FOCUS_OUT: focusLost(raw.load(as: xcb_focus_out_event_t.self))
    case XCB_MAPPING_NOTIFY: connection.readKeyboard()
    case XCB_CLIENT_MESSAGE:
      let event = raw.load(as: xcb_client_message_event_t.self)
      if event.type == connection.atoms.protocols && event.data.data32.0 == connection.atoms.deleteWindow {
        isClosed = true
      }
    case XCB_DESTROY_NOTIFY: isDestroyed = true
    case XCB_SELECTION_REQUEST: answer(raw.load(as: xcb_selection_request_event_t.self))
    case XCB_SELECTION_NOTIFY: receive(raw.load(as: xcb_selection_notify_event_t.self))
    default: break
    }
    transferSettings()
  }

  private func pressed(_ event: xcb_button_press_event_t) {
    let (x, y) = (Double(event.event_x) / scale, Double(event.event_y) / scale)
    time = event.time
    let modifiers = Modifiers(event.state)
    switch event.detail {
    case 1:
      takeFocus()
      panel.pressed(x, y, time: event.time, modifiers)
    case 3:
      takeFocus()
      panel.menuButtonPressed(x, y)
    case 4: panel.scrolled(x, y, steps: 1, modifiers)
    case 5: panel.scrolled(x, y, steps: -1, modifiers)
    default: break
    }
  }

  private func takeFocus() {
    xcb_set_input_focus(connection.connection, UInt8(XCB_INPUT_FOCUS_PARENT.rawValue), id, time)
  }

  /// The focus is in another window. A client that only holds the keyboard for a moment, such as a window manager, does not take it,
  /// and neither does a movement of the focus from a window around the pointer.
  private func focusLost(_ event: xcb_focus_out_event_t) {
    switch UInt32(event.mode) {
    case XCB_NOTIFY_MODE_GRAB.rawValue, XCB_NOTIFY_MODE_UNGRAB.rawValue: break
    default: if event.detail != UInt8(XCB_NOTIFY_DETAIL_POINTER.rawValue) { panel.focusLost() }
    }
  }

  /// Passes a key to the panel, or to the host if the panel has no use for it. While a value is typed, the host gets no unknown keys:
  /// one of them may begin a character.
  private func keyPressed(_ event: UnsafeMutablePointer<xcb_key_press_event_t>) {
    time = event.pointee.time
    forwardedKeys.removeAll { $0 == event.pointee.detail }
    let modifiers = Modifiers(event.pointee.state)
    let key = connection.keyboard?.key(event.pointee.detail, state: event.pointee.state)
    let isUsed = key.map { panel.pressed($0, modifiers) } ?? panel.isTyping
    guard !isUsed else { return }
    forwardedKeys.append(event.pointee.detail)
    forward(event, XCB_EVENT_MASK_KEY_PRESS)
  }

  /// Passes the release of a key to the host if it got the press.
  private func keyReleased(_ event: UnsafeMutablePointer<xcb_key_release_event_t>) {
    time = event.pointee.time
    guard forwardedKeys.contains(event.pointee.detail) else { return }
    forwardedKeys.removeAll { $0 == event.pointee.detail }
    forward(event, XCB_EVENT_MASK_KEY_RELEASE)
  }

  /// Passes an event of a key to the host, which selects such events by a mask.
  private func forward(_ event: UnsafeMutablePointer<xcb_key_press_event_t>, _ mask: xcb_event_mask_t) {
    guard let parent else { return }
    event.pointee.event = parent
    xcb_send_event(
      connection.connection, 1, parent, UInt32(mask.rawValue),
      UnsafeRawPointer(event).assumingMemoryBound(to: CChar.self))
    connection.flush()
  }
}

extension Modifiers {
  /// - Parameter state: the state of an event.
  fileprivate init(_ state: UInt16) {
    self.init(
      isFine: state & UInt16(XCB_MOD_MASK_SHIFT.rawValue) != 0,
      isAlternate: state & UInt16(XCB_MOD_MASK_1.rawValue) != 0,
      isControl: state & UInt16(XCB_MOD_MASK_CONTROL.rawValue) != 0,
      isSuper: state & UInt16(XCB_MOD_MASK_4.rawValue) != 0)
  }
}
