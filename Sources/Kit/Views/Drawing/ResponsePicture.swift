import LV2Kit

/// The magnitude response of an effect over its grid.
public struct ResponsePicture {
  let view: EffectView
  let theme: Theme
  let axis: FrequencyAxis
  let levels: LevelAxis
  /// The frame of the curve, in points.
  public let area: Rectangle

  /// - Parameter levels: the levels of the frame; nil for those of the view.
  public init(_ view: EffectView, _ theme: Theme, in area: Rectangle, levels: LevelAxis? = nil) {
    self.view = view
    self.theme = theme
    self.area = area
    self.levels = levels ?? view.levels
    axis = FrequencyAxis()
  }

  func x(_ frequency: Double) -> Double { area.x + axis.position(frequency) * area.width }
  func y(_ level: Double) -> Double { area.bottom - levels.position(level) * area.height }

  /// The place of the handle, within the frame.
  public var handlePlace: (x: Double, y: Double) {
    let point = view.handlePoint
    return (max(area.x, min(area.right, x(point.frequency))), max(area.y, min(area.bottom, y(point.level))))
  }

  // MARK: Grid

  /// Draws the background and the lines.
  public func drawGrid(on canvas: Canvas) {
    canvas.fill(area, theme.plot)
    let hasMinorLines = area.width > 150
    axis.forEachLine { frequency, digit in
      let isMajor = digit == 1 || digit == 2 || digit == 5
      guard isMajor || hasMinorLines else { return }
      let x = x(frequency)
      canvas.hairline(fromX: x, y: area.y, toX: x, y: area.bottom, isMajor ? theme.line : theme.minorLine)
    }
    forEachLevel { level in
      let y = y(level)
      canvas.hairline(fromX: area.x, y: y, toX: area.right, y: y, level == 0 ? theme.zeroLine : theme.line)
    }
  }

  /// Draws the numbers beside the frame, one of each axis with its unit.
  func drawNumbers(on canvas: Canvas) {
    let size = 10.0
    axis.forEachLine { frequency, digit in
      guard digit == 1 || digit == 2 || digit == 5 else { return }
      var text = Text()
      text.append(Int((frequency < 1000 ? frequency : frequency / 1000).rounded()))
      if frequency >= 1000 { text.append("k") }
      if frequency == axis.range.lowerBound { text.append(" Hz") }
      canvas.text(text, x: x(frequency), y: area.bottom + 14, .middle, size: size, theme.dimText)
    }
    forEachLevel { level in
      var text = Text(level > 0 ? "+" : "")
      text.append(level, decimals: 0)
      if level == 0 { text.append(" dB") }
      canvas.text(text, x: area.x - 6, y: y(level) + 3.5, .end, size: size, theme.dimText)
    }
  }

  private func forEachLevel(_ body: (Double) -> Void) {
    // In small frames only every second line.
    let step = area.height * levels.step / levels.span < 9 ? 2 * levels.step : levels.step
    var level = (levels.range.lowerBound / step).rounded(.up) * step
    while level <= levels.range.upperBound {
      body(level)
      level += step
    }
  }

  // MARK: Curve

  /// Draws the response and the area between it and the base level.
  public func drawCurve(on canvas: Canvas) {
    let color = view.isEnabled ? theme.curve : theme.dimText
    canvas.clipped(to: area) {
      let base = y(view.baseLevel)
      canvas.move(area.x, base)
      let end = trace(on: canvas)
      canvas.line(end, base)
      canvas.closePath()
      canvas.fill(color.opacity(0.16))
      canvas.move(area.x, y(view.level(at: axis.range.lowerBound)))
      trace(on: canvas)
      canvas.stroke(color, width: max(1.6, 1 / canvas.scale))
    }
  }

  /// Adds lines along the response to the path, one for each column of pixels, and returns the end.
  @discardableResult
  private func trace(on canvas: Canvas) -> Double {
    let highest = min(axis.range.upperBound, 0.4999 * view.rate)
    let columns = max(1, Int(area.width * canvas.scale))
    var last = axis.range.lowerBound
    canvas.line(area.x, y(view.level(at: last)))
    for column in 1...columns {
      let frequency = min(axis.frequency(Double(column) / Double(columns)), highest)
      let extremes = view.extremes(from: last, to: frequency)
      if let point = extremes.first { canvas.line(x(point.frequency), y(point.level)) }
      if let point = extremes.second { canvas.line(x(point.frequency), y(point.level)) }
      canvas.line(x(frequency), y(view.level(at: frequency)))
      last = frequency
      if frequency == highest { break }
    }
    return x(last)
  }

  // MARK: Handle

  func drawHandle(on canvas: Canvas, isActive: Bool) {
    guard view.handle != nil else { return }
    let (x, y) = handlePlace
    let color = view.isEnabled ? theme.handle : theme.dimText
    canvas.circle(x, y, radius: isActive ? 11 : 9)
    canvas.fill(color.opacity(isActive ? 0.32 : 0.18))
    canvas.circle(x, y, radius: 5)
    canvas.fillKeeping(color)
    canvas.stroke(theme.plot, width: 1.5)
  }
}
