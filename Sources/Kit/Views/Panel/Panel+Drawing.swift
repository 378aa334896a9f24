import LV2Kit

extension Panel {
  /// Draws the whole panel.
  public func draw(on canvas: Canvas) {
    needsDrawing = false
    canvas.fill(Rectangle(x: 0, y: 0, width: width, height: height), theme.background)
    let picture = picture
    picture.drawGrid(on: canvas)
    picture.drawNumbers(on: canvas)
    if let analyzer { SpectrumPicture(analyzer: analyzer, picture: picture).draw(on: canvas) }
    picture.drawCurve(on: canvas)
    if hover == .response { drawCursor(picture, on: canvas) }
    let isActive = hover == .handle || drag?.part == .handle || (showsFocus && focus == .handle)
    picture.drawHandle(on: canvas, isActive: isActive)
    drawTitle(picture, on: canvas)
    if view.hasEchoes { EchoPicture(view: view, theme: theme, area: layout.echoes).draw(on: canvas) }
    for index in fields.indices { drawField(index, on: canvas) }
    menu?.draw(self, on: canvas)
  }

  /// The name on the left, and what the pointer or the handle is at on the right.
  private func drawTitle(_ picture: ResponsePicture, on canvas: Canvas) {
    let line = layout.titleLine
    canvas.text(Text(view.name), x: picture.area.x, y: line, size: 13, weight: .bold, theme.text)
    let isFree = hover == .response
    let frequency = picture.axis.frequency((pointer.x - picture.area.x) / picture.area.width)
    var text = isFree ? Text(frequency: frequency) : view.summary
    if isFree && frequency < 0.4999 * view.rate {
      text.append("   ")
      text.append(decibels: view.level(at: frequency))
    }
    canvas.text(text, x: picture.area.right, y: line, .end, size: 11, isFree ? theme.text : theme.dimText)
  }

  private func drawCursor(_ picture: ResponsePicture, on canvas: Canvas) {
    canvas.hairline(fromX: pointer.x, y: picture.area.y, toX: pointer.x, y: picture.area.bottom, theme.zeroLine)
  }

  // MARK: Fields

  private func drawField(_ index: Int, on canvas: Canvas) {
    let area = layout.field(index)
    let port = fields[index]
    let declaration = view.ports[port]
    let isHot = hover == .field(index) || drag?.part == .field(index)
    canvas.roundedRectangle(area, radius: 4)
    canvas.fill(theme.field)
    if !isToggle(port) {
      // The part of the range below the value.
      var track = Rectangle(x: area.x + 8, y: area.bottom - 5, width: area.width - 16, height: 2)
      canvas.fill(track, theme.line)
      track.width *= declaration.position(view.values[port])
      canvas.fill(track, view.isEnabled ? theme.curve : theme.dimText)
    }
    if focus == .field(index) && (showsFocus || typed != nil) || isHot {
      var frame = area
      frame = Rectangle(x: frame.x + 0.5, y: frame.y + 0.5, width: frame.width - 1, height: frame.height - 1)
      canvas.roundedRectangle(frame, radius: 3.5)
      canvas.stroke(isHot && typed == nil ? theme.zeroLine : theme.focus, width: 1)
    }
    canvas.clipped(to: area) {
      let name = Text(declaration.name)
      let size = canvas.size(of: name, maximum: 10, width: area.width - 12)
      canvas.text(name, x: area.x + 8, y: area.y + 14, size: size, theme.dimText)
      drawValue(index, in: area, on: canvas)
    }
  }

  private func drawValue(_ index: Int, in area: Rectangle, on canvas: Canvas) {
    let port = fields[index]
    let y = area.y + 30
    if focus == .field(index), let typed {
      let width = canvas.width(of: typed.text, size: 12.5)
      if typed.replacesAll {
        canvas.fill(Rectangle(x: area.x + 6, y: y - 12, width: width + 4, height: 16), theme.focus.opacity(0.35))
      }
      canvas.text(typed.text, x: area.x + 8, y: y, size: 12.5, theme.text)
      canvas.fill(Rectangle(x: area.x + 8.5 + width, y: y - 11, width: 1, height: 14), theme.focus)
      return
    }
    let value = view.text(view.values[port], of: port)
    if port == view.enabledPort {
      canvas.circle(area.x + 12, y - 4.5, radius: 4)
      canvas.fill(view.isEnabled ? theme.output : theme.zeroLine)
      canvas.text(value, x: area.x + 22, y: y, size: 12.5, theme.text)
      return
    }
    let size = canvas.size(of: value, maximum: 12.5, width: area.width - 12)
    canvas.text(value, x: area.x + 8, y: y, size: size, theme.text)
    guard let frequency = frequency(port) else { return }
    var note = Text()
    note.append(Note(frequency: frequency))
    let start = area.right - 8 - canvas.width(of: note, size: 10)
    if start > area.x + 16 + canvas.width(of: value, size: size) {
      canvas.text(note, x: start, y: y, size: 10, theme.dimText)
    }
  }

  /// The frequency of a control in hertz or milliseconds, if it is a pitch.
  private func frequency(_ port: Int) -> Double? {
    switch view.ports[port].unit {
    case .hertz: Double(view.values[port])
    case .milliseconds where view.values[port] > 0 && view.values[port] < 50: 1000 / Double(view.values[port])
    default: nil
    }
  }
}
