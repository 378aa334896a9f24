import CDrawing
import EffectViews
import Effects
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

/// The parametric equalizer with bands of five types.
func parametricEqualizer(_ rate: Double) -> EffectView {
  let view = ParametricEQView(isStereo: true, rate: rate)
  let bands: [[BandControl: Float]] = [
    [.type: 4, .frequency: 40, .q: 0.7071, .slope: 24], [.type: 1, .frequency: 110, .gain: 4, .q: 0.7071],
    [.frequency: 330, .gain: -6, .q: 1.4], [.type: 5, .frequency: 1200, .q: 8],
    [.frequency: 3200, .gain: 5, .q: 0.9, .range: -8, .change: -3.5],
    [.type: 2, .frequency: 9000, .gain: 3, .q: 0.7071], [.frequency: 14_000], [.enabled: 0],
  ]
  for (band, values) in bands.enumerated() {
    for (control, value) in values { view.set(ParametricEQStereoPort.band(control, band).rawValue, to: value) }
  }
  return view
}

let rate = EffectView.usualRate
for (scale, theme) in [(1.0, Theme.dark), (2, .light), (3, .dark)] {
  let suffix = "\(Int(scale * 100))"
  write(PeakingEQView(rate: rate), [1200, 9, 1.4], "window-peaking-eq-\(suffix)", theme, scale: scale)
  write(
    parametricEqualizer(rate), [], "window-parametric-eq-\(suffix)", theme, scale: scale)
  write(LowpassView(rate: rate), [2500, 2.5, 24, -3], "window-lowpass-\(suffix)", theme, scale: scale)
  write(CombView(rate: rate), [2.3, 80, 0, 9000, 60, -3], "window-comb-\(suffix)", theme, scale: scale)
  write(ToneView(rate: rate), [1, 1, 1000, 45, -12], "window-tone-\(suffix)", theme, scale: scale)
  write(TunedCombStereoView(rate: rate), [0, 57, 0, 2, 5000, 60], "window-tuned-comb-\(suffix)", theme, scale: scale)
}
