/// Where the parts of a plot go on a canvas of some size.
struct PlotLayout {
  /// Between the edges of the canvas and the frame of the axes, in pixels.
  struct Margins {
    var left = 46.0, right = 14.0, top = 22.0, bottom = 32.0
  }

  let plot: Plot
  let width: Double
  let height: Double
  var margins = Margins()

  var left: Double { margins.left }
  var right: Double { width - margins.right }
  var top: Double { margins.top }
  var bottom: Double { height - margins.bottom }

  func draw(on canvas: inout some Canvas) {
    drawGrid(on: &canvas)
    for (index, series) in plot.series.enumerated() {
      for stretch in series.stretches { canvas.curve(stretch.map(place), series: index) }
    }
    drawMarks(on: &canvas)
  }

  private func place(_ point: Plot.Point) -> Plot.Point { Plot.Point(x(point.x), y(point.y)) }

  /// Far outside is as good as a little outside, and formats have limits.
  private func x(_ value: Double) -> Double { left + min(max(plot.x.place(value), -1), 2) * (right - left) }

  private func y(_ value: Double) -> Double { bottom - min(max(plot.y.place(value), -1), 2) * (bottom - top) }

  private func drawGrid(on canvas: inout some Canvas) {
    for tick in plot.x.ticks {
      let x = x(tick.value)
      canvas.line(Plot.Point(x, top), Plot.Point(x, bottom), stroke(tick, isZeroSpecial: false))
      if !tick.label.isEmpty { canvas.text(tick.label, at: Plot.Point(x, bottom + 16), .middle, .number) }
    }
    for tick in plot.y.ticks {
      let y = y(tick.value)
      canvas.line(Plot.Point(left, y), Plot.Point(right, y), stroke(tick, isZeroSpecial: true))
      canvas.text(tick.label, at: Plot.Point(left - 6, y + 3.5), .end, .number)
    }
    canvas.text(plot.x.label, at: Plot.Point((left + right) / 2, height - 4), .middle, .label)
    canvas.text(plot.y.label, at: Plot.Point(left, top - 8), .start, .label)
  }

  private func stroke(_ tick: Axis.Tick, isZeroSpecial: Bool) -> Stroke {
    if tick.label.isEmpty { return .minorGrid }
    return isZeroSpecial && tick.value == 0 ? .zero : .grid
  }

  private func drawMarks(on canvas: inout some Canvas) {
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
