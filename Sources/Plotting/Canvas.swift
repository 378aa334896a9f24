/// What a plot is drawn on.
///
/// Places are in pixels from the top left corner.
protocol Canvas {
  mutating func line(_ from: Plot.Point, _ to: Plot.Point, _ stroke: Stroke)
  /// Joined points of the numbered series, cut off outside of the frame.
  mutating func curve(_ points: [Plot.Point], series: Int)
  mutating func text(_ text: String, at place: Plot.Point, _ anchor: Anchor, _ role: TextRole)
}

enum Stroke { case grid, minorGrid, zero, mark }

enum Anchor { case start, middle, end }

enum TextRole { case number, label, mark }
