/// A surface on which a plot is drawn; points are in pixels from the top left corner.
protocol PlotCanvas {
  mutating func line(_ from: Plot.Point, _ to: Plot.Point, _ stroke: Stroke)
  /// Draws connected points of the series with index `series`, clipped to the frame of the axes.
  mutating func curve(_ points: [Plot.Point], series: Int)
  mutating func text(_ text: String, at point: Plot.Point, _ anchor: Anchor, _ role: TextRole)
}

/// The kind of a line; the raw values are the classes of `MarkupPlot`.
enum Stroke: String { case grid, minor, zero, mark }

enum Anchor { case start, middle, end }

enum TextRole { case number, label, mark }

/// The positions of the parts of a plot on a canvas of a given size.
struct PlotLayout {
  /// The distances of the frame of the axes from the edges of the canvas, in pixels.
  struct Margins {
    var left = 46.0, right = 14.0, top = 22.0, bottom = 32.0
  }

  let plot: Plot
  let width, height: Double
  var margins = Margins()

  var left: Double { margins.left }
  var right: Double { width - margins.right }
  var top: Double { margins.top }
  var bottom: Double { height - margins.bottom }

  func draw(on canvas: inout some PlotCanvas) {
    drawGrid(on: &canvas)
    for (index, series) in plot.series.enumerated() {
      for segment in series.segments {
        canvas.curve(segment.map { Plot.Point(x($0.x), y($0.y)) }, series: index)
      }
    }
    drawMarks(on: &canvas)
  }

  /// Points far outside are moved closer: file formats limit coordinates, and the frame clips both.
  private func x(_ value: Double) -> Double { left + min(max(plot.x.position(value), -1), 2) * (right - left) }

  private func y(_ value: Double) -> Double { bottom - min(max(plot.y.position(value), -1), 2) * (bottom - top) }

  private func drawGrid(on canvas: inout some PlotCanvas) {
    for tick in plot.x.ticks {
      let x = x(tick.value)
      canvas.line(Plot.Point(x, top), Plot.Point(x, bottom), tick.label.isEmpty ? .minor : .grid)
      if !tick.label.isEmpty { canvas.text(tick.label, at: Plot.Point(x, bottom + 16), .middle, .number) }
    }
    for tick in plot.y.ticks {
      let y = y(tick.value)
      let stroke: Stroke = tick.label.isEmpty ? .minor : tick.value == 0 ? .zero : .grid
      canvas.line(Plot.Point(left, y), Plot.Point(right, y), stroke)
      canvas.text(tick.label, at: Plot.Point(left - 6, y + 3.5), .end, .number)
    }
    canvas.text(plot.x.label, at: Plot.Point((left + right) / 2, height - 4), .middle, .label)
    canvas.text(plot.y.label, at: Plot.Point(left, top - 8), .start, .label)
  }

  private func drawMarks(on canvas: inout some PlotCanvas) {
    for mark in plot.marks {
      switch mark.direction {
      case .horizontal:
        let y = y(mark.value)
        canvas.line(Plot.Point(left, y), Plot.Point(right, y), .mark)
        canvas.text(mark.label, at: Plot.Point(right - 4, mark.isLabelBelow ? y + 12 : y - 4), .end, .mark)
      case .vertical:
        let x = x(mark.value)
        canvas.line(Plot.Point(x, top), Plot.Point(x, bottom), .mark)
        canvas.text(mark.label, at: Plot.Point(x + 4, top + 11), .start, .mark)
      }
    }
  }
}
