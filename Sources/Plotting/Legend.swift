/// The names of the series beside samples of their lines, in rows.
struct Legend {
  private struct Entry {
    var label: String
    var series: Int
    var place: Plot.Point
  }

  private static let row = 20.0
  private static let sample = 26.0
  private var entries: [Entry] = []
  /// In pixels.
  private(set) var height = 0.0

  /// Series without a label are left out.
  init(_ labels: [String], width: Double) {
    var place = Plot.Point(58, 52)
    for (series, label) in labels.enumerated() where !label.isEmpty {
      // No font is asked: 7.5 pixels are more than most letters of 13 take.
      let needed = Legend.sample + 8 + Double(label.count) * 7.5 + 18
      if place.x > 58 && place.x + needed > width {
        place = Plot.Point(58, place.y + Legend.row)
      }
      entries.append(Entry(label: label, series: series, place: place))
      place.x += needed
    }
    height = entries.isEmpty ? 0 : place.y - 52 + Legend.row
  }

  func draw(on canvas: inout CairoCanvas) {
    for entry in entries { canvas.legend(entry.label, series: entry.series, at: entry.place, sample: Legend.sample) }
  }
}
