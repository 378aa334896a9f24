import CDrawing
import Views

/// Copies parts of a picture to a window as they are in memory, without a surface of cairo between.
///
/// SAFETY: owns the graphics context. The connection exists longer.
final class PixelCopy {
  private let connection: OpaquePointer
  private let window, context: UInt32
  private let depth: UInt8
  /// The longest request in bytes.
  private let longest: Int

  /// Returns nil if the pixels of the window are not 0xRRGGBB in words of 32 bits with the byte order of this machine.
  init?(_ connection: Connection, window: UInt32, visual: xcb_visualtype_t) {
    guard visual._class == UInt8(XCB_VISUAL_CLASS_TRUE_COLOR.rawValue), visual.red_mask == 0xff0000,
      visual.green_mask == 0xff00, visual.blue_mask == 0xff, let setup = xcb_get_setup(connection.connection),
      setup.pointee.image_byte_order == UInt8(XCB_IMAGE_ORDER_LSB_FIRST.rawValue)
    else { return nil }
    let depth = connection.screen.root_depth
    var formats = xcb_setup_pixmap_formats_iterator(setup)
    var hasWords = false
    while formats.rem > 0 {
      if formats.data.pointee.depth == depth { hasWords = formats.data.pointee.bits_per_pixel == 32 }
      xcb_format_next(&formats)
    }
    guard hasWords && UInt32(1).littleEndian == 1 else { return nil }
    self.connection = connection.connection
    self.window = window
    self.depth = depth
    longest = 4 * Int(xcb_get_maximum_request_length(connection.connection)) - 64
    context = xcb_generate_id(connection.connection)
    xcb_create_gc(connection.connection, context, window, 0, nil)
  }

  deinit { xcb_free_gc(connection, context) }

  /// Copies the rows of a part of the picture. The server ignores pixels outside of the window.
  func copy(_ image: PanelImage, _ area: PanelImage.Area) {
    let most = max(1, longest / (4 * image.width))
    var y = area.y
    while y < area.y + area.height {
      let rows = min(most, area.y + area.height - y)
      let pixels = UnsafeRawPointer(image.row(y)).assumingMemoryBound(to: UInt8.self)
      xcb_put_image(
        connection, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), window, context, UInt16(image.width), UInt16(rows), 0,
        Int16(y), 0, depth, UInt32(4 * image.width * rows), pixels)
      y += rows
    }
  }
}
