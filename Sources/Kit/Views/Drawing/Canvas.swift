import CDrawing
import LV2Kit

/// A rectangle in points.
public struct Rectangle {
  public var x, y, width, height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  public var right: Double { x + width }
  public var bottom: Double { y + height }
  /// The place in the middle.
  public var middle: (x: Double, y: Double) { (x + width / 2, y + height / 2) }

  public func contains(_ x: Double, _ y: Double) -> Bool {
    x >= self.x && x < right && y >= self.y && y < bottom
  }
}

/// A surface to draw on, over a context of cairo. Coordinates are points from the top left corner; at a scale of 1, a point
/// is a pixel.
///
/// SAFETY: the creator keeps the context until the canvas is no longer used.
public struct Canvas {
  private let context: OpaquePointer
  /// Pixels in a point.
  public let scale: Double

  /// Where a text is relative to its point.
  public enum Anchor { case start, middle, end }

  public enum Weight { case normal, bold }

  /// - Parameters:
  ///   - context: a `cairo_t`. The canvas scales it.
  ///   - scale: pixels in a point, above 0.
  public init(_ context: OpaquePointer, scale: Double) {
    self.context = context
    self.scale = scale
    cairo_scale(context, scale, scale)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_BEVEL)
    cairo_set_antialias(context, CAIRO_ANTIALIAS_FAST)
  }

  // MARK: Paths

  /// Begins a path, or another part of it, at a place.
  public func move(_ x: Double, _ y: Double) { cairo_move_to(context, x, y) }
  /// Continues the path with a straight line.
  public func line(_ x: Double, _ y: Double) { cairo_line_to(context, x, y) }
  /// Continues the path with a line to the begin of its present part.
  public func closePath() { cairo_close_path(context) }

  /// Adds a rectangle to the path.
  public func rectangle(_ area: Rectangle) { cairo_rectangle(context, area.x, area.y, area.width, area.height) }

  /// Adds a rectangle with round corners to the path.
  public func roundedRectangle(_ area: Rectangle, radius: Double) {
    let quarter = Double.pi / 2
    cairo_new_sub_path(context)
    cairo_arc(context, area.right - radius, area.y + radius, radius, -quarter, 0)
    cairo_arc(context, area.right - radius, area.bottom - radius, radius, 0, quarter)
    cairo_arc(context, area.x + radius, area.bottom - radius, radius, quarter, 2 * quarter)
    cairo_arc(context, area.x + radius, area.y + radius, radius, 2 * quarter, 3 * quarter)
    cairo_close_path(context)
  }

  /// Adds a circle to the path.
  public func circle(_ x: Double, _ y: Double, radius: Double) {
    cairo_new_sub_path(context)
    cairo_arc(context, x, y, radius, 0, 2 * Double.pi)
  }

  // MARK: Painting

  /// Fills the path.
  public func fill(_ color: Color) {
    set(color)
    cairo_fill(context)
  }

  /// Fills the path and keeps it.
  public func fillKeeping(_ color: Color) {
    set(color)
    cairo_fill_preserve(context)
  }

  /// Draws a line of `width` points along the path.
  public func stroke(_ color: Color, width: Double) {
    set(color)
    cairo_set_line_width(context, width)
    cairo_stroke(context)
  }

  /// Fills a rectangle.
  public func fill(_ area: Rectangle, _ color: Color) {
    rectangle(area)
    fill(color)
  }

  /// Draws a line of one pixel.
  public func hairline(fromX x: Double, y: Double, toX right: Double, y bottom: Double, _ color: Color) {
    move(crisp(x), crisp(y))
    line(crisp(right), crisp(bottom))
    stroke(color, width: 1 / scale)
  }

  /// The middle of the pixel at a coordinate.
  func crisp(_ coordinate: Double) -> Double { ((coordinate * scale).rounded(.down) + 0.5) / scale }

  /// Calls `body`, which draws only within an area.
  public func clipped(to area: Rectangle, _ body: () -> Void) {
    cairo_save(context)
    rectangle(area)
    cairo_clip(context)
    body()
    cairo_restore(context)
  }

  private func set(_ color: Color) {
    cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
  }

  // MARK: Text

  /// Draws a line of text.
  ///
  /// - Parameters:
  ///   - y: the baseline.
  ///   - size: the height of the font in points.
  public func text(
    _ text: Text, x: Double, y: Double, _ anchor: Anchor = .start, size: Double, weight: Weight = .normal,
    _ color: Color
  ) {
    text.withCString { string in
      select(size, weight)
      var start = x
      if anchor != .start { start -= advance(string) * (anchor == .end ? 1 : 0.5) }
      move(start, y)
      set(color)
      cairo_show_text(context, string)
      cairo_new_path(context)
    }
  }

  /// The width of a text in points.
  public func width(of text: Text, size: Double, weight: Weight = .normal) -> Double {
    text.withCString { string in
      select(size, weight)
      return advance(string)
    }
  }

  /// The largest size of the font, up to `maximum`, with which a text is not wider than `width`.
  func size(of text: Text, maximum: Double, width: Double) -> Double {
    maximum * min(1, max(width, 1) / max(self.width(of: text, size: maximum), 1))
  }

  private func select(_ size: Double, _ weight: Weight) {
    cairo_select_font_face(
      context, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
      weight == .bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
    cairo_set_font_size(context, size)
  }

  private func advance(_ string: UnsafePointer<CChar>) -> Double {
    var extents = cairo_text_extents_t()
    cairo_text_extents(context, string, &extents)
    return extents.x_advance
  }
}
