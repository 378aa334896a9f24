import CDrawing
import Views

/// An image in memory.
final class Raster {
  let width, height: Int
  private let surface: OpaquePointer

  init(width: Int, height: Int, scale: Double = 1, _ draw: (Canvas) -> Void) {
    (self.width, self.height) = (width, height)
    surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
    let context = cairo_create(surface)
    draw(Canvas(context!, scale: scale))
    cairo_destroy(context)
    cairo_surface_flush(surface)
  }

  deinit { cairo_surface_destroy(surface) }

  /// The color of a pixel, 0xRRGGBB.
  subscript(x: Int, y: Int) -> UInt32 {
    let row = cairo_image_surface_get_data(surface)! + y * Int(cairo_image_surface_get_stride(surface))
    return UnsafeRawPointer(row + 4 * x).load(as: UInt32.self) & 0xff_ffff
  }

  /// The mean row of the pixels of a column that are near to a color, or nil if there is none.
  func row(of color: UInt32, column: Int) -> Double? {
    var (sum, weight) = (0.0, 0.0)
    for y in 0..<height {
      let difference = [16, 8, 0].reduce(0) { sum, shift in
        sum + abs(Int(self[column, y] >> shift & 255) - Int(color >> shift & 255))
      }
      let part = max(0, 1 - Double(difference) / 120)
      sum += part * (Double(y) + 0.5)
      weight += part
    }
    return weight > 0.3 ? sum / weight : nil
  }
}
