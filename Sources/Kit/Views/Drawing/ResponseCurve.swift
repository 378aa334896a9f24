import LV2Kit

/// The points of a response in the frame of a picture.
///
/// There is a point in each column of pixels with a peak or a notch, and as many between them as a smooth line needs.
struct ResponseCurve {
  struct Point {
    let x, y: Double
    /// Whether a line leads to the point.
    let isVisible: Bool
  }

  private(set) var points: [Point] = []
  private let picture: ResponsePicture
  private let columns: Int
  /// The tolerated distance of a line from the middle of the curve above it, in points.
  private let tolerance: Double
  /// The highest frequency in hertz, below half the sample rate.
  private let highest: Double
  private let isFirst: Bool
  private let least: Double

  /// - Parameters:
  ///   - scale: pixels in a point.
  ///   - isFirst: whether it is the response to which the levels of extremes belong.
  ///   - least: no line leads to levels that are nearer to 0 dB.
  ///   - level: the level at a frequency, in decibels.
  init(
    _ picture: ResponsePicture, scale: Double, isFirst: Bool = false, least: Double = 0, _ level: (Double) -> Double
  ) {
    self.picture = picture
    columns = max(1, Int(picture.area.width * scale))
    tolerance = 0.15 / scale
    highest = min(picture.axis.range.upperBound, 0.4999 * picture.view.rate)
    self.isFirst = isFirst
    self.least = least
    points.reserveCapacity(columns)
    var start = sample(0, level)
    add(start)
    while start.column < columns && start.frequency < highest {
      let end = sample(min(start.column + max(1, Int(Self.span * scale)), columns), level)
      addCurve(from: start, to: end, level)
      start = end
    }
  }

  /// The longest line, in points.
  private static var span: Double { 8 }

  private struct Sample {
    let column: Int
    let frequency, level: Double
  }

  private func sample(_ column: Int, _ level: (Double) -> Double) -> Sample {
    let frequency = min(picture.axis.frequency(Double(column) / Double(columns)), highest)
    return Sample(column: column, frequency: frequency, level: level(frequency))
  }

  private mutating func add(_ sample: Sample) { add(picture.x(sample.frequency), sample.level) }

  private mutating func add(_ x: Double, _ level: Double) {
    points.append(Point(x: x, y: picture.y(level), isVisible: abs(level) >= least))
  }

  /// Adds the points after `start` up to `end`.
  private mutating func addCurve(from start: Sample, to end: Sample, _ level: (Double) -> Double) {
    let extremes = picture.view.extremes(from: start.frequency, to: end.frequency)
    guard end.column > start.column + 1 else {
      for point in [extremes.first, extremes.second] {
        guard let point else { continue }
        add(picture.x(point.frequency), isFirst ? point.level : level(point.frequency))
      }
      return add(end)
    }
    let middle = sample((start.column + end.column) / 2, level)
    if extremes.first == nil && isStraight(start, middle, end) {
      add(middle)
      add(end)
    } else {
      addCurve(from: start, to: middle, level)
      addCurve(from: middle, to: end, level)
    }
  }

  private func isStraight(_ start: Sample, _ middle: Sample, _ end: Sample) -> Bool {
    let part = Double(middle.column - start.column) / Double(end.column - start.column)
    let line = picture.y(start.level) + part * (picture.y(end.level) - picture.y(start.level))
    return abs(picture.y(middle.level) - line) <= tolerance
  }

  // MARK: Paths

  /// Adds the line to the path.
  func trace(on canvas: Canvas) {
    for (index, point) in points.enumerated() {
      if index > 0 && point.isVisible { canvas.line(point.x, point.y) } else { canvas.move(point.x, point.y) }
    }
  }

  /// Fills the area between the curve and a height.
  func fill(to y: Double, on canvas: Canvas, _ color: Color) {
    guard let last = points.last else { return }
    canvas.move(points[0].x, y)
    for point in points { canvas.line(point.x, point.y) }
    canvas.line(last.x, y)
    canvas.closePath()
    canvas.fill(color)
  }
}
