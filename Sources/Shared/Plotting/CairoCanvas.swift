import CCairo

/// Draws a plot on a cairo surface.
struct CairoCanvas: PlotCanvas {
  /// The palette of Okabe and Ito for color-blind readers, without its yellow, which is invisible on white.
  private static let series = [0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0x56b4e9, 0x5a5a5a]
  /// Dash lengths in pixels: they distinguish curves when the colors repeat or the plot is printed in gray.
  private static let dashes: [[Double]] = [[], [9, 4], [3, 3], [12, 4, 3, 4], [6, 3], [2, 5]]

  let cairo: ccairo
  let context: OpaquePointer?
  let layout: PlotLayout

  /// Paints the background and the title, and selects the font and the line join of the other parts.
  func begin(title: String) {
    color(0xffffff)
    cairo.paint(context)
    cairo.set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    cairo.select_font_face(context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD)
    show(title, at: Plot.Point(layout.left, 28), .start, size: 17, 0x1a1a1a)
    cairo.select_font_face(context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
  }

  func legend(_ label: String, series: Int, at point: Plot.Point, sample: Double) {
    stroke([Plot.Point(point.x, point.y - 4), Plot.Point(point.x + sample, point.y - 4)], series: series)
    show(label, at: Plot.Point(point.x + sample + 8, point.y), .start, size: 13, 0x333333)
  }

  mutating func line(_ from: Plot.Point, _ to: Plot.Point, _ stroke: Stroke) {
    switch stroke {
    case .grid: color(0xd0d0d0)
    case .minor: color(0xececec)
    case .zero: color(0x888888)
    case .mark: color(0x555555)
    }
    cairo.set_dash(context, nil, 0, 0)
    cairo.set_line_width(context, 1)
    cairo.move_to(context, from.x, from.y)
    cairo.line_to(context, to.x, to.y)
    cairo.stroke(context)
  }

  mutating func curve(_ points: [Plot.Point], series: Int) {
    cairo.save(context)
    cairo.rectangle(context, layout.left, layout.top, layout.right - layout.left, layout.bottom - layout.top)
    cairo.clip(context)
    stroke(points, series: series)
    cairo.restore(context)
  }

  mutating func text(_ text: String, at point: Plot.Point, _ anchor: Anchor, _ role: TextRole) {
    show(text, at: point, anchor, size: role == .label ? 13 : 12, role == .number ? 0x444444 : 0x1a1a1a)
  }

  private func stroke(_ points: [Plot.Point], series: Int) {
    color(Self.series[series % Self.series.count])
    let dashes = Self.dashes[series % Self.dashes.count]
    cairo.set_dash(context, dashes, Int32(dashes.count), 0)
    cairo.set_line_width(context, 2)
    for (index, point) in points.enumerated() {
      if index == 0 { cairo.move_to(context, point.x, point.y) } else { cairo.line_to(context, point.x, point.y) }
    }
    cairo.stroke(context)
  }

  private func show(_ text: String, at point: Plot.Point, _ anchor: Anchor, size: Double, _ color: Int) {
    cairo.set_font_size(context, size)
    var extents = cairo_text_extents_t()
    cairo.text_extents(context, text, &extents)
    let shift = anchor == .start ? 0 : anchor == .middle ? extents.x_advance / 2 : extents.x_advance
    self.color(color)
    cairo.move_to(context, point.x - shift, point.y)
    cairo.show_text(context, text)
  }

  /// - Parameter color: red, green and blue in eight bits each.
  private func color(_ color: Int) {
    cairo.set_source_rgb(
      context, Double(color >> 16) / 255, Double(color >> 8 & 0xff) / 255, Double(color & 0xff) / 255)
  }
}
