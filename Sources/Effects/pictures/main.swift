import CDrawing
import EffectViews
import Views

// Draws the window of each effect at three scales, for the documentation: pictures FOLDER.

let folder = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "."

func write(_ view: EffectView, _ settings: [Float], _ name: String, _ theme: Theme, scale: Double) {
  for (port, value) in settings.enumerated() { view.set(port, to: value) }
  let panel = Panel(view, theme: theme)
  let size = Panel.usualSize
  let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(size.width * scale), Int32(size.height * scale))
  let context = cairo_create(surface)
  panel.draw(on: Canvas(context!, scale: scale))
  let path = "\(folder)/\(name).png"
  let status = cairo_surface_write_to_png(surface, path)
  if status != CAIRO_STATUS_SUCCESS { fatalError("\(path): \(String(cString: cairo_status_to_string(status)))") }
  cairo_destroy(context)
  cairo_surface_destroy(surface)
}

let rate = EffectView.usualRate
for (scale, theme) in [(1.0, Theme.dark), (2, .light), (3, .dark)] {
  let suffix = "\(Int(scale * 100))"
  write(PeakingEQView(rate: rate), [1200, 9, 1.4], "window-peaking-eq-\(suffix)", theme, scale: scale)
  write(LowpassView(rate: rate), [2500, 2.5, 24, -3], "window-lowpass-\(suffix)", theme, scale: scale)
  write(CombView(rate: rate), [2.3, 80, 0, 9000, 60, -3], "window-comb-\(suffix)", theme, scale: scale)
  write(TunedCombStereoView(rate: rate), [0, 57, 0, 2, 5000, 60], "window-tuned-comb-\(suffix)", theme, scale: scale)
}
