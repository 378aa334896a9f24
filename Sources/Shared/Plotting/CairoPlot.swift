import CCairo

/// Writes a plot with title and legend to a file; cairo draws it.
public enum CairoPlot {
  public enum FileFormat: String, Sendable { case png, svg }

  /// In pixels; a PNG file has twice the resolution in both directions.
  public static let width = 960.0
  public static let height = 540.0

  /// Draws the plot into a file and replaces its contents.
  ///
  /// - Throws: `PlotError`; the caller must then remove the incomplete file.
  public static func write(_ plot: Plot, to path: String, _ format: FileFormat) throws(PlotError) {
    guard let cairo = ccairo_open()?.pointee else {
      throw PlotError(
        description: "cannot draw plots without cairo: libcairo.so.2 was not found (Debian: apt install libcairo2)")
    }
    let scale: Double = format == .png ? 2 : 1
    let surface =
      switch format {
      case .png: cairo.image_surface_create(CAIRO_FORMAT_RGB24, Int32(width * scale), Int32(height * scale))
      case .svg: cairo.svg_surface_create(path, width, height)
      }
    defer { cairo.surface_destroy(surface) }
    let context = cairo.create(surface)
    defer { cairo.destroy(context) }
    cairo.scale(context, scale, scale)
    let legend = Legend(plot.series.map(\.label), width: width)
    let layout = PlotLayout(
      plot: plot, width: width, height: height,
      margins: .init(left: 58, right: 24, top: 62 + legend.height, bottom: 44))
    var canvas = CairoCanvas(cairo: cairo, context: context, layout: layout)
    canvas.begin(title: plot.title)
    legend.draw(on: &canvas)
    layout.draw(on: &canvas)
    try check(cairo, cairo.status(context))
    switch format {
    case .png: try check(cairo, cairo.surface_write_to_png(surface, path))
    case .svg:
      cairo.surface_finish(surface)
      try check(cairo, cairo.surface_status(surface))
    }
  }

  private static func check(_ cairo: ccairo, _ status: cairo_status_t) throws(PlotError) {
    guard status != CAIRO_STATUS_SUCCESS else { return }
    let reason = cairo.status_to_string(status).map { String(cString: $0) } ?? ""
    throw PlotError(description: "cannot write the plot: \(reason)")
  }
}

/// An error of drawing or writing a plot, as one line for the user.
public struct PlotError: Error, Equatable, CustomStringConvertible {
  public let description: String
}

/// The names of the series in rows, each beside a sample of its line.
private struct Legend {
  private static let row = 20.0
  private static let sample = 26.0
  private var entries: [(label: String, series: Int, point: Plot.Point)] = []
  /// In pixels.
  private(set) var height = 0.0

  /// Omits series without a label.
  init(_ labels: [String], width: Double) {
    var point = Plot.Point(58, 52)
    for (series, label) in labels.enumerated() where !label.isEmpty {
      // An estimate without font metrics: most letters of 13 pixels are narrower than 7.5 pixels.
      let needed = Legend.sample + 8 + Double(label.count) * 7.5 + 18
      if point.x > 58 && point.x + needed > width { point = Plot.Point(58, point.y + Legend.row) }
      entries.append((label, series, point))
      point.x += needed
    }
    height = entries.isEmpty ? 0 : point.y - 52 + Legend.row
  }

  func draw(on canvas: inout CairoCanvas) {
    for entry in entries { canvas.legend(entry.label, series: entry.series, at: entry.point, sample: Legend.sample) }
  }
}
