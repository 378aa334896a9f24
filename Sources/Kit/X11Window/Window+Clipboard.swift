import CDrawing
import LV2Kit
import Views

/// Settings in the clipboard: the selection CLIPBOARD, as the ICCCM describes it.
extension Window {
  /// Does what the panel wants with the clipboard.
  func transferSettings() {
    guard let request = panel.clipboardRequest else { return }
    panel.clipboardRequest = nil
    switch request {
    case .copy: copy { panel.copySettings($0) }
    case .export: copy { panel.view.export($0) }
    case .paste:
      xcb_convert_selection(
        connection.connection, id, connection.atoms.clipboard, connection.atoms.utf8, connection.atoms.transfer, time)
    }
    connection.flush()
  }

  /// Offers a text, which `body` passes piece by piece.
  private func copy(_ body: ((Text) -> Void) -> Void) {
    copied.removeAll(keepingCapacity: true)
    body { text in
      for index in 0..<text.count { copied.append(text[index]) }
    }
    xcb_set_selection_owner(connection.connection, id, connection.atoms.clipboard, time)
  }

  /// Another client asks for the settings.
  func answer(_ request: xcb_selection_request_event_t) {
    let atoms = connection.atoms
    let property = request.property == 0 ? request.target : request.property
    var answer = xcb_selection_notify_event_t()
    answer.response_type = UInt8(XCB_SELECTION_NOTIFY)
    answer.time = request.time
    answer.requestor = request.requestor
    answer.selection = request.selection
    answer.target = request.target
    if request.target == atoms.targets {
      connection.setProperty(
        request.requestor, property, type: UInt32(XCB_ATOM_ATOM.rawValue),
        [atoms.targets, atoms.utf8, UInt32(XCB_ATOM_STRING.rawValue)])
      answer.property = property
    } else if request.target == atoms.utf8 || request.target == UInt32(XCB_ATOM_STRING.rawValue) {
      xcb_change_property(
        connection.connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), request.requestor, property, request.target, 8,
        UInt32(copied.count), copied)
      answer.property = property
    }
    withUnsafeBytes(of: &answer) { bytes in
      // xcb_send_event() reads 32 bytes, the size of every event.
      var event = InlineArray<32, UInt8>(repeating: 0)
      for index in 0..<min(32, bytes.count) { event[index] = bytes[index] }
      withUnsafeBytes(of: &event) { event in
        _ = xcb_send_event(
          connection.connection, 0, request.requestor, 0,
          event.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: CChar.self))
      }
    }
    connection.flush()
  }

  /// The owner of the clipboard has stored its text.
  func receive(_ notification: xcb_selection_notify_event_t) {
    guard notification.property == connection.atoms.transfer else { return }
    connection.withProperty(id, connection.atoms.transfer, delete: true) { panel.pasteSettings($0) }
  }
}
