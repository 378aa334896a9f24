/// Renders a plot as an SVG element for an HTML page; the style sheet of the page sets its colors.
///
/// Classes: `grid`, `minor`, `zero` and `mark` for lines; `c0`, `c1` ... for the series; `n`, `l` and `m` for tick,
/// axis and mark labels.
public enum MarkupPlot {
  /// The number of different classes of series.
  public static let colors = 6

  /// - Parameters:
  ///   - width: in pixels.
  ///   - height: in pixels.
  ///   - identifier: the id of the element, unique in its page; letters, digits and hyphens.
  ///   - escape: escapes text for markup.
  public static func render(
    _ plot: Plot, width: Double, height: Double, identifier: String, escape: (String) -> String
  ) -> String {
    let layout = PlotLayout(plot: plot, width: width, height: height)
    var canvas = MarkupCanvas(clip: identifier + "-clip")
    layout.draw(on: &canvas)
    let texts = canvas.texts.map { text in
      """
      <text x="\(MarkupCanvas.number(text.point.x))" y="\(MarkupCanvas.number(text.point.y))" \
      class="\(text.classes)">\(escape(text.text))</text>
      """
    }
    return """
      <svg viewBox="0 0 \(Int(width)) \(Int(height))" role="img" aria-labelledby="\(identifier)">\
      <title id="\(identifier)">\(escape(plot.title))</title>\
      <clipPath id="\(identifier)-clip"><rect x="\(MarkupCanvas.number(layout.left))" \
      y="\(MarkupCanvas.number(layout.top))" width="\(MarkupCanvas.number(layout.right - layout.left))" \
      height="\(MarkupCanvas.number(layout.bottom - layout.top))"/></clipPath>\
      \(canvas.elements.joined())\(texts.joined())</svg>
      """
  }
}

private struct MarkupCanvas: Canvas {
  struct Text {
    var text: String
    var point: Plot.Point
    var classes: String
  }

  let clip: String
  var elements: [String] = []
  var texts: [Text] = []

  init(clip: String) { self.clip = clip }

  mutating func line(_ from: Plot.Point, _ to: Plot.Point, _ stroke: Stroke) {
    let name =
      switch stroke {
      case .grid: "grid"
      case .minorGrid: "minor"
      case .zero: "zero"
      case .mark: "mark"
      }
    let path = "M\(Self.number(from.x)) \(Self.number(from.y))L\(Self.number(to.x)) \(Self.number(to.y))"
    elements.append("<path class=\"\(name)\" d=\"\(path)\"/>")
  }

  mutating func curve(_ points: [Plot.Point], series: Int) {
    guard let first = points.first else { return }
    let rest = points.dropFirst().map { "\(Self.number($0.x)) \(Self.number($0.y))" }.joined(separator: " ")
    let path = "M\(Self.number(first.x)) \(Self.number(first.y))" + (rest.isEmpty ? "h.1" : "L\(rest)")
    elements.append(
      "<path class=\"c\(series % MarkupPlot.colors)\" clip-path=\"url(#\(clip))\" d=\"\(path)\"/>")
  }

  mutating func text(_ text: String, at point: Plot.Point, _ anchor: Anchor, _ role: TextRole) {
    let name =
      switch role {
      case .number: "n"
      case .label: "l"
      case .mark: "m"
      }
    let alignment =
      switch anchor {
      case .start: ""
      case .middle: " mid"
      case .end: " end"
      }
    texts.append(Text(text: text, point: point, classes: name + alignment))
  }

  /// Formats a coordinate with a resolution of a tenth of a pixel.
  static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? String(tenths / 10) : String(Double(tenths) / 10)
  }
}
