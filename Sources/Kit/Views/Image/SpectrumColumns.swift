/// The spectra as columns of pixels: in each column the rows at which the areas begin, and the rows of the lines.
struct SpectrumColumns {
  /// Rows from the upper edge of the response on.
  struct Column: Equatable {
    /// The first rows of the areas below the input and the output.
    var input, output: Int32
    /// The rows of the lines of the output and of its peaks.
    var line, peaks: (start: Int32, end: Int32)

    static func == (a: Column, b: Column) -> Bool {
      a.input == b.input && a.output == b.output && a.line == b.line && a.peaks == b.peaks
    }

    /// What a row shows.
    @inline(__always)
    func shade(_ row: Int32) -> Int {
      if row >= line.start && row < line.end { return Shade.line }
      if row >= peaks.start && row < peaks.end { return Shade.peaks }
      return (row >= input ? Shade.input : 0) | (row >= output ? Shade.output : 0)
    }
  }

  /// What a pixel of the response shows of the spectra. The areas of input and output together are the sum of both numbers.
  enum Shade {
    static var input: Int { 1 }
    static var output: Int { 2 }
    static var line: Int { 4 }
    static var peaks: Int { 5 }
  }

  private(set) var columns: [Column]
  private let height: Int32
  /// The thickness of a line in pixels.
  private let thickness: Int32
  /// The heights of the bands, in pixels below the upper edge.
  private var heights: [Float] = []
  /// The heights at the columns.
  private var rows: [Float]

  /// Columns without spectra.
  ///
  /// - Parameters:
  ///   - width: the number of columns.
  ///   - height: the number of rows.
  init(width: Int, height: Int, scale: Double) {
    self.height = Int32(height)
    thickness = Int32(max(1, scale.rounded()))
    let bottom = Int32(height)
    columns = [Column](
      repeating: Column(input: bottom, output: bottom, line: (bottom, bottom), peaks: (bottom, bottom)), count: width)
    rows = [Float](repeating: 0, count: width)
  }

  /// Sets the columns to the present spectra.
  mutating func update(_ analyzer: Analyzer, _ axis: FrequencyAxis) {
    guard analyzer.selection != .off else { return }
    if analyzer.selection == .inputAndOutput {
      computeRows(analyzer.inputs, analyzer.range, axis)
      for x in columns.indices { columns[x].input = row(rows[x]) }
    }
    computeRows(analyzer.outputs, analyzer.range, axis)
    for x in columns.indices {
      columns[x].output = row(rows[x])
      columns[x].line = line(at: x)
    }
    guard analyzer.holdsPeaks else { return }
    computeRows(analyzer.peaks, analyzer.range, axis)
    for x in columns.indices { columns[x].peaks = line(at: x) }
  }

  /// Computes `rows`: a straight line between the centers of two bands.
  private mutating func computeRows(_ powers: [Double], _ range: Double, _ axis: FrequencyAxis) {
    let scale = Double(height) / range
    if heights.count != powers.count { heights = [Float](repeating: 0, count: powers.count) }
    for band in powers.indices { heights[band] = Float(-max(-range - 20, min(20, decibels(powers[band]))) * scale) }
    let first = Analyzer.bandsPerOctave * log2(axis.range.lowerBound / Analyzer.lowest)
    let span = Analyzer.bandsPerOctave * log2(axis.range.upperBound / axis.range.lowerBound)
    let step = span / Double(rows.count)
    for x in rows.indices {
      let place = max(0, min(first + (Double(x) + 0.5) * step, Double(powers.count) - 1.001))
      let band = Int(place)
      let part = Float(place - Double(band))
      rows[x] = heights[band] + part * (heights[band + 1] - heights[band])
    }
  }

  /// The row at a height.
  private func row(_ height: Float) -> Int32 { max(0, min(self.height, Int32(height.rounded(.down)))) }

  /// The rows of a line: half of the way to the columns beside it.
  private func line(at x: Int) -> (start: Int32, end: Int32) {
    let middle = rows[x]
    let left = 0.5 * (middle + rows[max(x - 1, 0)])
    let right = 0.5 * (middle + rows[min(x + 1, rows.count - 1)])
    let start = row(min(middle, left, right))
    let end = row(max(middle, left, right))
    return start == height ? (height, height) : (start, min(height, max(end, start) + thickness))
  }
}
