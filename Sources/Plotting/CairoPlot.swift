import CCairo

/// A plot as a file, drawn by cairo: title, legend, axes, curves, black on white.
public enum CairoPlot {
  public enum FileFormat: String, Sendable { case png, svg }

  /// In pixels; a PNG has twice as many each way.
  public static let width = 960.0
  public static let height = 540.0

  /// Draws the plot into a file, which is replaced.
  ///
  /// - Throws: `PlotError`; what was written by then is the caller's to remove.
  public static func write(_ plot: Plot, to path: String, _ format: FileFormat) throws(PlotError) {
    guard let library = ccairo_open() else {
      throw PlotError("plots are drawn by cairo: libcairo.so.2 is missing (Debian: apt install libcairo2)")
    }
    let cairo = library.pointee
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
    canvas.begin()
    canvas.title(plot.title)
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
    throw PlotError("the plot cannot be written: \(cairo.status_to_string(status).map { String(cString: $0) } ?? "")")
  }
}
