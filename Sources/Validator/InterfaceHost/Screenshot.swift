import CDisplay
import Glibc

/// The pixels of a part of the screen, in rows from the top, as 0x00RRGGBB.
package struct Screenshot: Equatable, Sendable {
  package let size: Desktop.Size
  package let pixels: [UInt32]

  /// Whether all pixels have one color.
  package var isBlank: Bool { pixels.allSatisfy { $0 == pixels.first } }
}

extension Desktop {
  /// The visible part of a window with its children; nil if the window is not visible.
  package func picture(of window: Window) -> Screenshot? {
    guard isVisible(window), let place = origin(of: window), let size = size(of: window) else { return nil }
    let left = max(0, place.x)
    let top = max(0, place.y)
    let width = min(screen.width, place.x + size.width) - left
    let height = min(screen.height, place.y + size.height) - top
    guard width > 0, height > 0 else { return nil }
    let cookie = xcb.get_image(
      connection, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), root, Int16(left), Int16(top), UInt16(width),
      UInt16(height), .max)
    guard let reply = xcb.get_image_reply(connection, cookie, nil) else { return nil }
    defer { free(reply) }
    let bytes = UnsafeRawBufferPointer(
      start: xcb.get_image_data(reply), count: Int(xcb.get_image_data_length(reply)))
    // A screen of depth 24 has 4 bytes for each pixel.
    guard bytes.count == 4 * width * height else { return nil }
    return Screenshot(size: Size(width, height), pixels: Array(bytes.bindMemory(to: UInt32.self)))
  }
}
