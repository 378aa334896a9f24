import CDrawing

/// The spectra in the picture of a panel: the frame of the response in a shade for each part of the spectra, and the columns of the
/// spectra that the picture shows.
final class SpectrumShades {
  private let area: PanelImage.Area
  /// The frame in all shades, one below the other.
  private let shades: Surface
  private let empty: SpectrumColumns
  private var shown: SpectrumColumns

  /// Returns nil for a frame without pixels, and without memory.
  init?(_ back: Surface, _ picture: ResponsePicture, scale: Double) {
    let frame = picture.area
    let (x, y) = (Int((frame.x * scale).rounded(.up)), Int((frame.y * scale).rounded(.up)))
    let (right, bottom) = (min(Int(frame.right * scale), back.width), min(Int(frame.bottom * scale), back.height))
    guard x >= 0, y >= 0, right > x, bottom > y else { return nil }
    let area = PanelImage.Area(x: x, y: y, width: right - x, height: bottom - y)
    let (input, output) = (picture.theme.input.opacity(0.22), picture.theme.output.opacity(0.14))
    let colors: [[Color]] = [
      [], [input], [output], [input, output], [output, picture.theme.output.opacity(0.75)],
      [picture.theme.dimText.opacity(0.7)],
    ]
    guard let shades = Surface(width: area.width, height: colors.count * area.height, isOpaque: true) else {
      return nil
    }
    for (index, colors) in colors.enumerated() { Self.draw(back, area, index, colors, on: shades) }
    self.area = area
    self.shades = shades
    empty = SpectrumColumns(width: area.width, height: area.height, scale: scale)
    shown = empty
  }

  /// Draws a part of the back below transparent colors.
  private static func draw(
    _ back: Surface, _ area: PanelImage.Area, _ index: Int, _ colors: [Color], on shades: Surface
  ) {
    let top = index * area.height
    for row in 0..<area.height {
      memcpy(shades.row(top + row), back.row(area.y + row) + area.x, 4 * area.width)
    }
    cairo_surface_mark_dirty(shades.surface)
    shades.draw(scale: 1) { canvas in
      for color in colors {
        canvas.fill(Rectangle(x: 0, y: Double(top), width: Double(area.width), height: Double(area.height)), color)
      }
    }
  }

  /// Adds the spectra to a picture without spectra.
  func draw(_ analyzer: Analyzer, _ axis: FrequencyAxis, _ front: Surface, _ image: Surface) {
    shown = empty
    shown.update(analyzer, axis)
    let painter = Painter(shades, front, image, area)
    // The pixels of a row follow each other in memory.
    shown.columns.withUnsafeBufferPointer { columns in
      for row in 0..<Int32(area.height) { painter.draw(columns, row) }
    }
    cairo_surface_mark_dirty(image.surface)
  }

  /// Draws the pixels that show another part of the spectra than before.
  ///
  /// - Returns: the part of the picture that differs, or nil.
  func update(_ analyzer: Analyzer, _ axis: FrequencyAxis, _ front: Surface, _ image: Surface) -> PanelImage.Area? {
    var next = shown
    next.update(analyzer, axis)
    let painter = Painter(shades, front, image, area)
    var (top, bottom) = (Int32.max, Int32.min)
    for x in shown.columns.indices {
      let (old, new) = (shown.columns[x], next.columns[x])
      guard old != new else { continue }
      func redraw(_ start: Int32, _ end: Int32) {
        guard start < end else { return }
        painter.draw(x, start..<end, new)
        top = min(top, start)
        bottom = max(bottom, end)
      }
      redraw(min(old.input, new.input), max(old.input, new.input))
      redraw(min(old.output, new.output), max(old.output, new.output))
      if old.line != new.line { redraw(min(old.line.start, new.line.start), max(old.line.end, new.line.end)) }
      if old.peaks != new.peaks { redraw(min(old.peaks.start, new.peaks.start), max(old.peaks.end, new.peaks.end)) }
    }
    shown = next
    guard top < bottom else { return nil }
    cairo_surface_mark_dirty(image.surface)
    return PanelImage.Area(x: area.x, y: area.y + Int(top), width: area.width, height: Int(bottom - top))
  }

  /// Draws pixels of columns: the front over a shade. It has no references, which would be counted for each pixel.
  ///
  /// SAFETY: the surfaces exist longer.
  private struct Painter {
    private let shades, front, image: UnsafeMutablePointer<UInt32>
    /// The distances of two rows in pixels.
    private let shadeStride, frontStride, imageStride: Int
    /// The distance of two shades in pixels.
    private let shadeSize: Int

    init(_ shades: Surface, _ front: Surface, _ image: Surface, _ area: PanelImage.Area) {
      self.shades = shades.pixels
      shadeStride = shades.stride
      shadeSize = shades.stride * area.height
      self.front = front.row(area.y) + area.x
      self.image = image.row(area.y) + area.x
      frontStride = front.stride
      imageStride = image.stride
    }

    /// Draws pixels of a column.
    func draw(_ x: Int, _ rows: Range<Int32>, _ column: SpectrumColumns.Column) {
      for row in rows { draw(x, Int(row), column.shade(row)) }
    }

    /// Draws the pixels of a row that show a part of the spectra.
    func draw(_ columns: UnsafeBufferPointer<SpectrumColumns.Column>, _ row: Int32) {
      for x in columns.indices {
        let shade = columns[x].shade(row)
        if shade != 0 { draw(x, Int(row), shade) }
      }
    }

    @inline(__always)
    private func draw(_ x: Int, _ y: Int, _ shade: Int) {
      let below = shades[shade * shadeSize + y * shadeStride + x]
      let over = front[y * frontStride + x]
      image[y * imageStride + x] = over == 0 ? below : blended(over, below)
    }
  }
}

/// A color with premultiplied alpha over another one.
@inline(__always)
private func blended(_ over: UInt32, _ below: UInt32) -> UInt32 {
  let rest = 255 - over >> 24
  // Two components at a time. The division by 255 is rounded as pixman rounds it.
  func scaled(_ pair: UInt32) -> UInt32 {
    let product = pair * rest + 0x80_0080
    return (product + (product >> 8 & 0xff_00ff)) >> 8 & 0xff_00ff
  }
  return over &+ (scaled(below & 0xff_00ff) | scaled(below >> 8 & 0xff_00ff) << 8)
}
