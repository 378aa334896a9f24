import CDisplay
import Glibc

/// The host's connection to the X server: its windows, the pointer and the keyboard, and pictures of the screen.
package final class Desktop {
  package typealias Window = UInt32

  package struct Size: Equatable, Sendable {
    package var width: Int
    package var height: Int

    package init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }
  }

  let xcb: cdisplay
  let connection: OpaquePointer
  package let root: Window
  private let visual: UInt32
  package let screen: Size
  let atoms: ManagerAtoms

  /// Connects to the display of this process.
  ///
  /// - Parameter server: the X server if this process started it, whose root window gets the properties of a desktop.
  /// - Throws: `InterfaceObstacle` if the libraries of XCB are not installed or the server does not answer.
  package init(of server: DisplayServer? = nil) throws(InterfaceObstacle) {
    guard let functions = cdisplay_open() else {
      throw InterfaceObstacle("libxcb, libxcb-xtest or libxcb-res is not installed", .machine)
    }
    xcb = functions.pointee
    guard let connection = xcb.connect(nil, nil), xcb.connection_has_error(connection) == 0 else {
      throw InterfaceObstacle("the X server did not accept a connection", .machine)
    }
    self.connection = connection
    guard let screen = xcb.setup_roots_iterator(xcb.get_setup(connection)).data?.pointee else {
      throw InterfaceObstacle("the X server has no screen", .machine)
    }
    atoms = Self.managerAtoms(functions.pointee, connection)
    root = screen.root
    visual = screen.root_visual
    self.screen = Size(Int(screen.width_in_pixels), Int(screen.height_in_pixels))
    if server?.process != nil { stateWorkArea() }
  }

  deinit { xcb.disconnect(connection) }

  // MARK: Windows

  /// Opens a window of the host, in which interfaces open theirs.
  func makeWindow(_ size: Size, at place: (x: Int, y: Int)) -> Window {
    let window = xcb.generate_id(connection)
    // In the order of the mask: a gray background, and no window manager.
    let values: [UInt32] = [0x80_8080, 1]
    let mask = UInt32(XCB_CW_BACK_PIXEL.rawValue | XCB_CW_OVERRIDE_REDIRECT.rawValue)
    _ = xcb.create_window(
      connection, 0, window, root, Int16(place.x), Int16(place.y), UInt16(size.width), UInt16(size.height), 0,
      UInt16(XCB_WINDOW_CLASS_INPUT_OUTPUT.rawValue), visual, mask, values)
    _ = xcb.map_window(connection, window)
    synchronize()
    return window
  }

  func destroy(_ window: Window) {
    _ = xcb.destroy_window(connection, window)
    synchronize()
  }

  /// Resizes a window. A server rejects sizes of 0.
  func resize(_ window: Window, to size: Size) {
    let values = [UInt32(max(1, size.width)), UInt32(max(1, size.height))]
    let mask = UInt16(XCB_CONFIG_WINDOW_WIDTH.rawValue | XCB_CONFIG_WINDOW_HEIGHT.rawValue)
    _ = xcb.configure_window(connection, window, mask, values)
    synchronize()
  }

  /// The size of a window; nil if it does not exist.
  package func size(of window: Window) -> Size? {
    guard let reply = xcb.get_geometry_reply(connection, xcb.get_geometry(connection, window), nil) else { return nil }
    defer { free(reply) }
    return Size(Int(reply.pointee.width), Int(reply.pointee.height))
  }

  /// Whether a window and all its parents are mapped.
  package func isVisible(_ window: Window) -> Bool {
    attributes(of: window).map { UInt32($0.map_state) == XCB_MAP_STATE_VIEWABLE.rawValue } ?? false
  }

  /// Nil if the window does not exist.
  func attributes(of window: Window) -> xcb_get_window_attributes_reply_t? {
    let cookie = xcb.get_window_attributes(connection, window)
    guard let reply = xcb.get_window_attributes_reply(connection, cookie, nil) else { return nil }
    defer { free(reply) }
    return reply.pointee
  }

  /// The parent of a window; nil if the window does not exist.
  package func parent(of window: Window) -> Window? {
    guard let reply = xcb.query_tree_reply(connection, xcb.query_tree(connection, window), nil) else { return nil }
    defer { free(reply) }
    return reply.pointee.parent
  }

  /// The windows that contain a window, from its parent to the root.
  package func ancestors(of window: Window) -> [Window] {
    var ancestors: [Window] = []
    while let parent = parent(of: ancestors.last ?? window), parent != 0 { ancestors.append(parent) }
    return ancestors
  }

  /// The place of a window's upper left corner on the screen.
  package func origin(of window: Window) -> (x: Int, y: Int)? {
    let cookie = xcb.translate_coordinates(connection, window, root, 0, 0)
    guard let reply = xcb.translate_coordinates_reply(connection, cookie, nil) else { return nil }
    defer { free(reply) }
    return (Int(reply.pointee.dst_x), Int(reply.pointee.dst_y))
  }

  /// Waits until the server has done all requests of this connection.
  package func synchronize() {
    free(xcb.get_input_focus_reply(connection, xcb.get_input_focus(connection), nil))
  }
}
