/// Renders a plot as an SVG element for an HTML page; the style sheet of the page sets its colors.
///
/// Classes: `grid`, `minor`, `zero` and `mark` for lines; `c0`, `c1` ... for the series; `n`, `l` and `m` for tick,
/// axis and mark labels.
public enum MarkupPlot {
  /// The number of different classes of series.
  public static let colors = 6

  /// Width and height are in pixels.
  ///
  /// - Parameter identifier: the id of the element, unique in its page; letters, digits and hyphens.
  public static func render(
    _ plot: Plot, width: Double, height: Double, identifier: String, escape: @escaping (String) -> String
  ) -> String {
    let layout = PlotLayout(plot: plot, width: width, height: height)
    var canvas = MarkupCanvas(clip: identifier + "-clip", escape: escape)
    layout.draw(on: &canvas)
    return """
      <svg viewBox="0 0 \(Int(width)) \(Int(height))" role="img" aria-labelledby="\(identifier)">\
      <title id="\(identifier)">\(escape(plot.title))</title>\
      <clipPath id="\(identifier)-clip"><rect x="\(MarkupCanvas.number(layout.left))" \
      y="\(MarkupCanvas.number(layout.top))" width="\(MarkupCanvas.number(layout.right - layout.left))" \
      height="\(MarkupCanvas.number(layout.bottom - layout.top))"/></clipPath>\
      \(canvas.elements.joined())\(canvas.texts.joined())</svg>
      """
  }
}

private struct MarkupCanvas: PlotCanvas {
  /// The id of the clip path of the curves.
  let clip: String
  let escape: (String) -> String
  var elements: [String] = []
  var texts: [String] = []

  mutating func line(_ from: Plot.Point, _ to: Plot.Point, _ stroke: Stroke) {
    elements.append("<path class=\"\(stroke.rawValue)\" d=\"M\(Self.pair(from))L\(Self.pair(to))\"/>")
  }

  mutating func curve(_ points: [Plot.Point], series: Int) {
    guard let first = points.first else { return }
    let rest = points.dropFirst().map(Self.pair).joined(separator: " ")
    let path = "M\(Self.pair(first))" + (rest.isEmpty ? "h.1" : "L\(rest)")
    elements.append("<path class=\"c\(series % MarkupPlot.colors)\" clip-path=\"url(#\(clip))\" d=\"\(path)\"/>")
  }

  mutating func text(_ text: String, at point: Plot.Point, _ anchor: Anchor, _ role: TextRole) {
    let name = role == .number ? "n" : role == .label ? "l" : "m"
    let alignment = anchor == .start ? "" : anchor == .middle ? " mid" : " end"
    let place = "x=\"\(Self.number(point.x))\" y=\"\(Self.number(point.y))\""
    texts.append("<text \(place) class=\"\(name)\(alignment)\">\(escape(text))</text>")
  }

  private static func pair(_ point: Plot.Point) -> String { "\(number(point.x)) \(number(point.y))" }

  /// Formats a coordinate with a resolution of a tenth of a pixel.
  static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? String(tenths / 10) : String(Double(tenths) / 10)
  }
}
