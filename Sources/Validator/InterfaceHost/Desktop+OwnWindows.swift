import CDisplay
import Glibc

// The windows that interfaces open themselves, and what a window manager does with them.
extension Desktop {
  /// The visible windows without a parent, those of this host included.
  func visibleTopLevels() -> [Window] {
    children(of: root).filter(isVisible)
  }

  private func children(of window: Window) -> [Window] {
    guard let reply = xcb.query_tree_reply(connection, xcb.query_tree(connection, window), nil) else { return [] }
    defer { free(reply) }
    let children = UnsafeBufferPointer(
      start: xcb.query_tree_children(reply), count: Int(xcb.query_tree_children_length(reply)))
    return Array(children)
  }

  /// Asks an interface to close a window, as a window manager does when the user closes it; without effect if the
  /// interface does not take part in that.
  func requestClosing(of window: Window) {
    guard let window = closable(window) else { return }
    var event = xcb_client_message_event_t()
    event.response_type = UInt8(XCB_CLIENT_MESSAGE)
    event.format = 32
    event.window = window
    event.type = atoms.protocols
    event.data.data32.0 = atoms.deletion
    withUnsafeBytes(of: event) { bytes in
      _ = xcb.send_event(connection, 0, window, 0, bytes.bindMemory(to: CChar.self).baseAddress)
    }
    synchronize()
  }

  /// Whether a window has WM_DELETE_WINDOW in its property WM_PROTOCOLS. Otherwise, a window manager disconnects the
  /// interface from the X server when the user closes the window.
  package func takesPart(inClosingOf window: Window) -> Bool { closable(window) != nil }

  /// The window or, if a window manager put it into another one, its child with the protocol.
  private func closable(_ window: Window) -> Window? {
    ([window] + children(of: window)).first { protocols(of: $0).contains(atoms.deletion) }
  }

  /// The atoms in the property WM_PROTOCOLS of a window.
  private func protocols(of window: Window) -> [UInt32] {
    let cookie = xcb.get_property(connection, 0, window, atoms.protocols, UInt32(XCB_ATOM_ATOM.rawValue), 0, 32)
    guard let reply = xcb.get_property_reply(connection, cookie, nil) else { return [] }
    defer { free(reply) }
    let bytes = UnsafeRawBufferPointer(
      start: xcb.get_property_value(reply), count: Int(xcb.get_property_value_length(reply)))
    return Array(bytes.bindMemory(to: UInt32.self))
  }

  /// The atoms of window managers. Interfaces look for them with XInternAtom() as those of a desktop, which exist.
  struct ManagerAtoms {
    let protocols: UInt32
    let deletion: UInt32
    let workArea: UInt32
  }

  static func managerAtoms(_ xcb: cdisplay, _ connection: OpaquePointer) -> ManagerAtoms {
    func atom(_ name: String) -> UInt32 {
      let cookie = xcb.intern_atom(connection, 0, UInt16(name.utf8.count), name)
      guard let reply = xcb.intern_atom_reply(connection, cookie, nil) else { return 0 }
      defer { free(reply) }
      return reply.pointee.atom
    }
    return ManagerAtoms(
      protocols: atom("WM_PROTOCOLS"), deletion: atom("WM_DELETE_WINDOW"), workArea: atom("_NET_WORKAREA"))
  }

  /// States that windows may cover the whole screen, as every desktop does.
  ///
  /// Without the property, the popup windows of some interfaces get a place and a size from uninitialized memory.
  func stateWorkArea() {
    let area = [0, 0, UInt32(screen.width), UInt32(screen.height)]
    _ = xcb.change_property(
      connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), root, atoms.workArea, UInt32(XCB_ATOM_CARDINAL.rawValue), 32,
      UInt32(area.count), area)
    synchronize()
  }
}
