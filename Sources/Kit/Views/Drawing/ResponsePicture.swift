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

  /// The level at a height, in decibels.
  func level(_ y: Double) -> Double { levels.range.lowerBound + (area.bottom - y) / area.height * levels.span }

  /// The place of a handle, within the frame.
  public func handlePlace(_ index: Int) -> (x: Double, y: Double) {
    let point = view.handlePoint(index)
    return (max(area.x, min(area.right, x(point.frequency))), max(area.y, min(area.bottom, y(point.level))))
  }

  /// The way from the place of a handle that is outside of the frame to the one where the frame shows it, at its edge; otherwise 0.
  func edgeShift(_ index: Int) -> (x: Double, y: Double) {
    let (point, place) = (view.handlePoint(index), handlePlace(index))
    let y = area.bottom - (point.level - levels.range.lowerBound) / levels.span * area.height
    return (place.x - x(point.frequency), place.y - y)
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

  // MARK: Curves

  /// Draws the responses, and the area between the first one and the base level.
  public func drawCurve(on canvas: Canvas) {
    let color = view.isEnabled ? theme.curve : theme.dimText
    canvas.clipped(to: area) {
      for index in (0..<view.curveCount).reversed() {
        let curve = ResponseCurve(self, scale: canvas.scale, isFirst: index == 0) {
          view.level(ofCurve: index, at: $0)
        }
        if index == 0 { curve.fill(to: y(view.baseLevel), on: canvas, color.opacity(0.16)) }
        curve.trace(on: canvas)
        canvas.stroke(curveColor(index), width: max(1.6, 1 / canvas.scale))
      }
    }
  }

  /// The color of a response, when there are several.
  private func curveColor(_ index: Int) -> Color {
    guard view.isEnabled else { return theme.dimText }
    let color = index % 2 == 0 ? theme.curve : theme.secondCurve
    return index < 2 ? color : color.opacity(0.55)
  }

  /// Draws the letters of several responses at their left end, in a line above the lower edge.
  func drawCurveNames(on canvas: Canvas) {
    guard view.curveCount > 1 else { return }
    for index in 0..<view.curveCount {
      let x = area.x + 8 + 22 * Double(index)
      canvas.fill(Rectangle(x: x, y: area.bottom - 12, width: 8, height: 2), curveColor(index))
      canvas.text(
        Text(view.curveName(index)), x: x + 10, y: area.bottom - 7, size: 10, weight: .bold, theme.text)
    }
  }

  /// Draws what each handle moves alone: faint lines, and the area of the selected one.
  func drawParts(on canvas: Canvas, selected: Int) {
    guard view.handleCount > 1 else { return }
    canvas.clipped(to: area) {
      for index in 0..<view.handleCount where view.level(ofHandle: index, at: axis.range.lowerBound) != nil {
        let color = view.isEnabled ? theme.handle : theme.dimText
        let curve = ResponseCurve(self, scale: canvas.scale, least: 0.1) { view.level(ofHandle: index, at: $0) ?? 0 }
        if index == selected { curve.fill(to: y(0), on: canvas, color.opacity(0.16)) }
        curve.trace(on: canvas)
        canvas.stroke(color.opacity(index == selected ? 0.7 : 0.4), width: 1)
      }
    }
  }

  // MARK: Handles

  /// Draws the handles.
  ///
  /// - Parameters:
  ///   - selected: the handle in front; the only one that is visible while its part of the effect is off.
  ///   - active: the handle that the pointer or the keyboard moves.
  func drawHandles(on canvas: Canvas, selected: Int, active: Int?) {
    for index in 0..<view.handleCount where index != selected && view.state(index) != .off {
      drawHandle(index, on: canvas, isSelected: false, isActive: index == active)
    }
    if selected < view.handleCount {
      drawHandle(selected, on: canvas, isSelected: true, isActive: selected == active)
    }
  }

  private func drawHandle(_ index: Int, on canvas: Canvas, isSelected: Bool, isActive: Bool) {
    let (x, y) = handlePlace(index)
    let state = view.state(index)
    let color = view.isEnabled && state != .off ? theme.handle : theme.dimText
    let isNumbered = view.handleCount > 1
    if let (end, present) = view.movement(index) { drawMovement(x, y, end, present, color, on: canvas) }
    if isSelected || isActive {
      canvas.circle(x, y, radius: isNumbered ? (isActive ? 14 : 12) : isActive ? 11 : 9)
      canvas.fill(color.opacity(isActive ? 0.32 : 0.18))
    }
    canvas.circle(x, y, radius: isNumbered ? 8 : 5)
    canvas.fillKeeping(isNumbered && state != .active ? theme.plot : color)
    canvas.stroke(isNumbered && state != .active ? color : theme.plot, width: 1.5)
    guard isNumbered else { return }
    var number = Text()
    number.append(index + 1)
    canvas.text(
      number, x: x, y: y + 4, .middle, size: 11, weight: .bold, state == .active ? theme.plot : color)
  }

  /// Draws the way of a level that moves, and a bar from the handle to its present place.
  private func drawMovement(
    _ x: Double, _ top: Double, _ end: Double, _ present: Double, _ color: Color, on canvas: Canvas
  ) {
    canvas.clipped(to: area) {
      canvas.move(x, top)
      canvas.line(x, y(end))
      canvas.move(x - 6, y(end))
      canvas.line(x + 6, y(end))
      canvas.stroke(color.opacity(0.5), width: 1.5)
      let place = y(present)
      canvas.fill(Rectangle(x: x - 2, y: min(top, place), width: 4, height: abs(place - top)), color)
    }
  }
}
