import CDrawing

/// An image in memory, with 32 bits for each pixel.
///
/// SAFETY: owns the surface. `row(_:)` is valid as long as the object exists; `begin` and `end` separate drawing from it.
final class Surface {
  let surface: OpaquePointer
  let width, height: Int
  /// The pixels, row by row.
  let pixels: UnsafeMutablePointer<UInt32>
  /// The distance of two rows in pixels.
  let stride: Int

  /// - Parameter isOpaque: whether the image has no alpha.
  /// - Returns: nil without memory.
  init?(width: Int, height: Int, isOpaque: Bool) {
    guard
      let surface = cairo_image_surface_create(
        isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    else { return nil }
    guard let data = cairo_image_surface_get_data(surface) else {
      cairo_surface_destroy(surface)
      return nil
    }
    self.surface = surface
    self.width = width
    self.height = height
    // The stride is a multiple of the size of a pixel.
    pixels = UnsafeMutableRawPointer(data).assumingMemoryBound(to: UInt32.self)
    stride = Int(cairo_image_surface_get_stride(surface)) / 4
  }

  deinit { cairo_surface_destroy(surface) }

  /// The pixels of a row.
  @inline(__always)
  func row(_ y: Int) -> UnsafeMutablePointer<UInt32> { pixels + y * stride }

  /// Sets a part to transparent black.
  func clear(_ area: PanelImage.Area) {
    for y in area.y..<area.y + area.height { memset(row(y) + area.x, 0, 4 * area.width) }
    cairo_surface_mark_dirty(surface)
  }

  /// Calls `body` with a canvas of the image.
  func draw(scale: Double, _ body: (Canvas) -> Void) {
    guard let context = cairo_create(surface) else { return }
    body(Canvas(context, scale: scale))
    cairo_destroy(context)
    cairo_surface_flush(surface)
  }

  /// Draws a part of another image of the same size over this one.
  func add(_ other: Surface, _ area: PanelImage.Area) {
    guard let context = cairo_create(surface) else { return }
    cairo_set_source_surface(context, other.surface, 0, 0)
    cairo_rectangle(context, Double(area.x), Double(area.y), Double(area.width), Double(area.height))
    cairo_fill(context)
    cairo_destroy(context)
    cairo_surface_flush(surface)
  }

  /// Copies a part of an image of the same size.
  func copy(_ other: Surface, _ area: PanelImage.Area) {
    for y in area.y..<area.y + area.height { memcpy(row(y) + area.x, other.row(y) + area.x, 4 * area.width) }
    cairo_surface_mark_dirty(surface)
  }
}
