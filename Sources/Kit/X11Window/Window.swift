import CDrawing
import LV2Kit
import Views

/// A window that shows a panel, inside a window of the host or on its own.
///
/// The host calls `processEvents()` regularly. All work happens there, without threads and without global state.
///
/// SAFETY: owns the window and the surfaces, and destroys them before the connection.
final class Window {
  let panel: Panel
  let connection: Connection
  let id: UInt32
  /// The window of the host, or nil for a window on its own.
  let parent: UInt32?
  /// Pixels in a point.
  let scale: Double
  /// The size in pixels.
  private(set) var width, height: Int
  /// The surface of the window.
  private let target: OpaquePointer
  /// Copies pixels to the window; nil if they need a conversion, which cairo makes.
  private var pixelCopy: PixelCopy?
  /// The picture that is copied to the window.
  private var image: PanelImage?
  /// Whether the copy in the window is outdated.
  private var isExposed = true
  /// Whether a part of the window is visible.
  var isVisible = true
  /// Whether the user has closed the window. The host can show it again.
  var isClosed = false
  /// Whether the server has destroyed the window, with that of the host.
  var isDestroyed = false
  /// The codes of the keys whose presses the host got, and not yet their releases.
  var forwardedKeys: [UInt8] = []
  /// The settings that were copied last.
  var copied: [UInt8] = []
  /// The time of the last event, for requests that need one.
  var time: UInt32 = 0

  /// The largest width and height in pixels.
  private static var largest: Int { 8192 }

  /// - Parameters:
  ///   - parent: the window of the host, or nil.
  ///   - scale: pixels in a point, or nil for the scale of the desktop.
  ///   - title: the title in UTF-8, or nil for the name of the effect.
  /// - Returns: nil if there is no X server, or if it refuses the window.
  init?(_ panel: Panel, parent: UInt32?, scale: Double?, title: [UInt8]?) {
    guard let connection = Connection(), let visual = connection.visual else { return nil }
    let scale = max(0.5, min(4, scale ?? connection.desktopScale))
    let width = Int(Panel.usualSize.width * scale)
    let height = Int(Panel.usualSize.height * scale)
    let id = xcb_generate_id(connection.connection)
    let mask =
      XCB_CW_BACK_PIXMAP.rawValue | XCB_CW_BORDER_PIXEL.rawValue | XCB_CW_EVENT_MASK.rawValue
      | XCB_CW_COLORMAP.rawValue
    // In the order of the bits. Without a background, a resize does not flicker.
    let values = [UInt32(XCB_BACK_PIXMAP_NONE.rawValue), 0, Self.eventMask, connection.screen.default_colormap]
    let request = xcb_create_window_checked(
      connection.connection, connection.screen.root_depth, id, parent ?? connection.screen.root, 0, 0, UInt16(width),
      UInt16(height), 0, UInt16(XCB_WINDOW_CLASS_INPUT_OUTPUT.rawValue), connection.screen.root_visual, mask, values)
    if let error = xcb_request_check(connection.connection, request) {
      free(error)
      return nil
    }
    guard let target = cairo_xcb_surface_create(connection.connection, id, visual, Int32(width), Int32(height)) else {
      return nil
    }
    self.panel = panel
    self.connection = connection
    self.parent = parent
    self.id = id
    self.scale = scale
    self.width = width
    self.height = height
    self.target = target
    pixelCopy = PixelCopy(connection, window: id, visual: visual.pointee)
    let name = UnsafeBufferPointer(start: panel.view.name.utf8Start, count: panel.view.name.utf8CodeUnitCount)
    setProperties(title: title ?? Array(name))
    if parent != nil { show() }
    connection.flush()
  }

  deinit {
    image = nil
    pixelCopy = nil
    // The device holds resources of the connection.
    let device = cairo_device_reference(cairo_surface_get_device(target))
    cairo_surface_finish(target)
    cairo_surface_destroy(target)
    cairo_device_finish(device)
    cairo_device_destroy(device)
    xcb_destroy_window(connection.connection, id)
    connection.flush()
  }

  private static var eventMask: UInt32 {
    UInt32(
      XCB_EVENT_MASK_EXPOSURE.rawValue | XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue
        | XCB_EVENT_MASK_BUTTON_PRESS.rawValue | XCB_EVENT_MASK_BUTTON_RELEASE.rawValue
        | XCB_EVENT_MASK_POINTER_MOTION.rawValue | XCB_EVENT_MASK_LEAVE_WINDOW.rawValue
        | XCB_EVENT_MASK_KEY_PRESS.rawValue | XCB_EVENT_MASK_KEY_RELEASE.rawValue
        | XCB_EVENT_MASK_FOCUS_CHANGE.rawValue | XCB_EVENT_MASK_VISIBILITY_CHANGE.rawValue)
  }

  private func setProperties(title: [UInt8]) {
    let atoms = connection.atoms
    connection.setProperty(id, UInt32(XCB_ATOM_WM_NAME.rawValue), type: UInt32(XCB_ATOM_STRING.rawValue), text: title)
    connection.setProperty(id, atoms.windowName, type: atoms.utf8, text: title)
    connection.setProperty(
      id, atoms.protocols, type: UInt32(XCB_ATOM_ATOM.rawValue), [atoms.deleteWindow])
    // The version of XEmbed, and the flag that the window shall be mapped.
    connection.setProperty(id, atoms.embedInfo, type: atoms.embedInfo, [0, 1])
    // WM_SIZE_HINTS: the flags PSize, PMinSize and PBaseSize, and 17 numbers.
    var hints = [UInt32](repeating: 0, count: 18)
    hints[0] = 8 | 16 | 256
    (hints[3], hints[4]) = (UInt32(width), UInt32(height))
    (hints[5], hints[6]) = (
      UInt32(Panel.smallestSize.width * scale), UInt32(Panel.smallestSize.height * scale)
    )
    (hints[15], hints[16]) = (UInt32(width), UInt32(height))
    connection.setProperty(
      id, UInt32(XCB_ATOM_WM_NORMAL_HINTS.rawValue), type: UInt32(XCB_ATOM_WM_SIZE_HINTS.rawValue), hints)
  }

  func show() {
    isClosed = false
    xcb_map_window(connection.connection, id)
    connection.flush()
  }

  func hide() {
    xcb_unmap_window(connection.connection, id)
    connection.flush()
  }

  /// Sets the size in pixels. The server then reports it.
  func setSize(width: Int, height: Int) {
    let values = [UInt32(max(1, min(width, Self.largest))), UInt32(max(1, min(height, Self.largest)))]
    let mask = UInt16(XCB_CONFIG_WINDOW_WIDTH.rawValue | XCB_CONFIG_WINDOW_HEIGHT.rawValue)
    xcb_configure_window(connection.connection, id, mask, values)
    connection.flush()
  }

  // MARK: Drawing

  /// The window has another size.
  func resized(width: Int, height: Int) {
    let (width, height) = (max(1, min(width, Self.largest)), max(1, min(height, Self.largest)))
    guard width != self.width || height != self.height else { return }
    (self.width, self.height) = (width, height)
    cairo_xcb_surface_set_size(target, Int32(width), Int32(height))
    image = nil
    panel.resize(width: Double(width) / scale, height: Double(height) / scale)
  }

  func exposed() { isExposed = true }

  /// Draws what has changed in the panel, and copies it to the window.
  func update() {
    guard !connection.isLost, isVisible else { return }
    if image == nil { image = PanelImage(panel, width: width, height: height, scale: scale) }
    guard let image else { return }
    let changed = image.update()
    guard let area = isExposed ? image.area : changed else { return }
    isExposed = false
    if let pixelCopy { pixelCopy.copy(image, area) } else { convert(image, area) }
    connection.flush()
  }

  /// Copies a part of the picture to a window with other pixels.
  private func convert(_ image: PanelImage, _ area: PanelImage.Area) {
    guard let context = cairo_create(target) else { return }
    cairo_set_source_surface(context, image.surface, 0, 0)
    cairo_rectangle(context, Double(area.x), Double(area.y), Double(area.width), Double(area.height))
    cairo_fill(context)
    cairo_destroy(context)
    cairo_surface_flush(target)
  }
}
