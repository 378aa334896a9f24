import CDrawing
import LV2Kit

/// A connection to the X server.
///
/// Each window has its own connection. XCB returns errors as events of this connection, and reports its loss by a status.
/// No handler is global, so an error of one window affects neither the host nor another window.
///
/// SAFETY: owns the connection. Strings that end with 0 are passed to XCB with their lengths.
final class Connection {
  let connection: OpaquePointer
  let screen: xcb_screen_t
  let atoms: Atoms
  private(set) var keyboard: Keyboard?

  /// Returns nil if there is no X server.
  init?() {
    var index: Int32 = 0
    // XCB returns an object in an error state if there is no server.
    guard let connection = xcb_connect(nil, &index) else { return nil }
    guard xcb_connection_has_error(connection) == 0 else {
      xcb_disconnect(connection)
      return nil
    }
    var screens = xcb_setup_roots_iterator(xcb_get_setup(connection))
    while index > 0 && screens.rem > 1 {
      xcb_screen_next(&screens)
      index -= 1
    }
    guard screens.rem > 0, let screen = screens.data?.pointee else {
      xcb_disconnect(connection)
      return nil
    }
    self.connection = connection
    self.screen = screen
    atoms = Atoms(connection)
    readKeyboard()
  }

  deinit { xcb_disconnect(connection) }

  /// Whether the connection is lost.
  var isLost: Bool { xcb_connection_has_error(connection) != 0 }

  func flush() { xcb_flush(connection) }

  /// The next event, or nil if there is none. The caller frees it.
  func nextEvent() -> UnsafeMutablePointer<xcb_generic_event_t>? { xcb_poll_for_event(connection) }

  func readKeyboard() { keyboard = Keyboard(connection) }

  /// The visual of the root window.
  var visual: UnsafeMutablePointer<xcb_visualtype_t>? {
    let setup = xcb_get_setup(connection)
    var screens = xcb_setup_roots_iterator(setup)
    while screens.rem > 0 {
      if screens.data.pointee.root == screen.root {
        var depths = xcb_screen_allowed_depths_iterator(screens.data)
        while depths.rem > 0 {
          var visuals = xcb_depth_visuals_iterator(depths.data)
          while visuals.rem > 0 {
            if visuals.data.pointee.visual_id == screen.root_visual { return visuals.data }
            xcb_visualtype_next(&visuals)
          }
          xcb_depth_next(&depths)
        }
      }
      xcb_screen_next(&screens)
    }
    return nil
  }

  // MARK: Properties

  func setProperty(_ window: UInt32, _ property: UInt32, type: UInt32, text: [UInt8]) {
    xcb_change_property(
      connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, property, type, 8, UInt32(text.count), text)
  }

  func setProperty(_ window: UInt32, _ property: UInt32, type: UInt32, _ values: [UInt32]) {
    xcb_change_property(
      connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, property, type, 32, UInt32(values.count), values)
  }

  /// Calls `body` with the bytes of a property; without a property, with none.
  func withProperty<Result>(
    _ window: UInt32, _ property: UInt32, delete: Bool = false, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let request = xcb_get_property(
      connection, delete ? 1 : 0, window, property, UInt32(XCB_GET_PROPERTY_TYPE_ANY.rawValue), 0, 16_384)
    let reply = xcb_get_property_reply(connection, request, nil)
    defer { free(reply) }
    guard let reply, reply.pointee.format == 8 else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    let bytes = xcb_get_property_value(reply).assumingMemoryBound(to: UInt8.self)
    return body(UnsafeBufferPointer(start: bytes, count: Int(xcb_get_property_value_length(reply))))
  }

  /// The scale of the desktop: the resource Xft.dpi divided by 96, or 1.
  var desktopScale: Double {
    withProperty(screen.root, UInt32(XCB_ATOM_RESOURCE_MANAGER.rawValue)) { bytes in
      let name: StaticString = "Xft.dpi:"
      let count = name.utf8CodeUnitCount
      var start = 0
      while start + count < bytes.count {
        var length = 0
        while length < count && bytes[start + length] == name.utf8Start[length] { length += 1 }
        if length == count {
          var (value, place) = (0.0, start + count)
          while place < bytes.count && (bytes[place] == 9 || bytes[place] == 32) { place += 1 }
          while place < bytes.count && bytes[place] >= 48 && bytes[place] <= 57 && value < 10_000 {
            value = value * 10 + Double(bytes[place] - 48)
            place += 1
          }
          return value > 0 ? value / 96 : 1
        }
        while start < bytes.count && bytes[start] != 10 { start += 1 }
        start += 1
      }
      return 1
    }
  }
}

/// The atoms that a window uses.
struct Atoms {
  let protocols, deleteWindow, windowName, utf8, clipboard, targets, transfer, embedInfo: UInt32

  init(_ connection: OpaquePointer) {
    func request(_ name: StaticString) -> xcb_intern_atom_cookie_t {
      xcb_intern_atom(connection, 0, UInt16(name.utf8CodeUnitCount), cString(name))
    }
    func atom(_ cookie: xcb_intern_atom_cookie_t) -> UInt32 {
      let reply = xcb_intern_atom_reply(connection, cookie, nil)
      defer { free(reply) }
      return reply?.pointee.atom ?? 0
    }
    // All requests are sent before the first reply is read.
    let (a, b, c) = (request("WM_PROTOCOLS"), request("WM_DELETE_WINDOW"), request("_NET_WM_NAME"))
    let (d, e, f) = (request("UTF8_STRING"), request("CLIPBOARD"), request("TARGETS"))
    let (g, h) = (request("MARTLET_CLIPBOARD"), request("_XEMBED_INFO"))
    (protocols, deleteWindow, windowName) = (atom(a), atom(b), atom(c))
    (utf8, clipboard, targets) = (atom(d), atom(e), atom(f))
    (transfer, embedInfo) = (atom(g), atom(h))
  }
}
