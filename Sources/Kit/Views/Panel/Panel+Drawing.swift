import LV2Kit

extension Panel {
  /// Draws the whole panel without spectra.
  public func draw(on canvas: Canvas) {
    drawBack(on: canvas)
    drawFront(on: canvas)
  }

  /// Draws what depends only on the size, the colors and the levels.
  func drawBack(on canvas: Canvas) {
    canvas.fill(Rectangle(x: 0, y: 0, width: width, height: height), theme.background)
    if view.hasOwnPicture { return canvas.fill(layout.response, theme.plot) }
    let picture = picture
    picture.drawGrid(on: canvas)
    picture.drawNumbers(on: canvas)
    if showsPiano { piano.draw(on: canvas) }
  }

  /// Draws what is in front of the spectra.
  func drawFront(on canvas: Canvas) {
    needsDrawing = false
    drawUpperFront(on: canvas)
    for index in 0..<layout.selectorCount { drawSelector(index, on: canvas) }
    for (index, port) in fields.enumerated() { drawField(port, in: layout.field(index), on: canvas) }
    keyboard?.draw(heldNote?.number, theme, on: canvas)
    menu?.draw(self, on: canvas)
  }

  /// Draws the upper part of the front and the fields of the controls that have moved. The other fields are as before.
  func drawMovedFront(on canvas: Canvas) {
    drawUpperFront(on: canvas)
    for (index, port) in fields.enumerated() where movedPorts.contains(port) {
      drawField(port, in: layout.field(index), on: canvas)
    }
    needsDrawing = false
  }

  /// The part that depends on the controls that have moved.
  var movedAreas: [Rectangle] {
    let upper = Rectangle(x: 0, y: 0, width: width, height: layout.upperHeight)
    return [upper] + fields.indices.filter { movedPorts.contains(fields[$0]) }.map { layout.field($0) }
  }

  /// Draws what is above the fields.
  private func drawUpperFront(on canvas: Canvas) {
    let picture = picture
    if view.hasOwnPicture {
      drawOwnPicture(on: canvas)
    } else {
      drawResponse(picture, on: canvas)
    }
    drawTitle(picture, on: canvas)
    for (index, name) in tabs.enumerated() { drawTab(index, name, on: canvas) }
    if showsPiano, selected < view.handleCount {
      piano.mark(view.handlePoint(selected).frequency, on: canvas, theme.handle)
    }
    if view.hasEchoes { EchoPicture(view: view, theme: theme, area: layout.echoes).draw(on: canvas) }
    for button in buttons { drawButton(button, on: canvas) }
  }

  private func drawResponse(_ picture: ResponsePicture, on canvas: Canvas) {
    picture.drawParts(on: canvas, selected: selected)
    picture.drawCurve(on: canvas)
    picture.drawCurveNames(on: canvas)
    if hover == .response { drawCursor(picture, on: canvas) }
    picture.drawHandles(on: canvas, selected: selected, active: activeHandle)
  }

  private func drawOwnPicture(on canvas: Canvas) {
    let area = layout.response
    canvas.clipped(to: area) { view.draw(on: canvas, in: area, theme) }
    guard focus == .own && showsFocus else { return }
    canvas.rectangle(Rectangle(x: area.x + 0.5, y: area.y + 0.5, width: area.width - 1, height: area.height - 1))
    canvas.stroke(theme.focus, width: 1)
  }

  /// The name of a page, with a line below that of the present one.
  private func drawTab(_ index: Int, _ name: StaticString, on canvas: Canvas) {
    let area = layout.tab(index)
    let isShown = index == page
    canvas.roundedRectangle(area, radius: 3)
    canvas.fillKeeping(isShown ? theme.field : theme.background)
    canvas.stroke(hover == .tab(index) ? theme.zeroLine : theme.field, width: 1)
    if isShown {
      canvas.fill(Rectangle(x: area.x + 8, y: area.bottom - 3, width: area.width - 16, height: 2), theme.curve)
    }
    canvas.text(
      Text(name), x: area.middle.x, y: area.y + 13.5, .middle, size: 11, isShown ? theme.text : theme.dimText)
  }

  /// The handle that the pointer or the keyboard moves.
  private var activeHandle: Int? {
    if case .handle(let index) = drag?.part { return index }
    if case .handle(let index) = hover { return index }
    if case .handle(let index) = focus, showsFocus { return index }
    return nil
  }

  /// The name on the left, and what the pointer or the handle is at on the right.
  private func drawTitle(_ picture: ResponsePicture, on canvas: Canvas) {
    let line = layout.titleLine
    canvas.text(Text(view.name), x: picture.area.x, y: line, size: 13, weight: .bold, theme.text)
    let isFree = hover == .response || hover == .piano
    let free = picture.axis.frequency((pointer.x - picture.area.x) / picture.area.width)
    let frequency = hover == .piano ? piano.frequency(pointer.x) : free
    var text = isFree ? Text(frequency: frequency) : view.summary(selected)
    if isFree && frequency < 0.4999 * view.rate {
      text.append("   ")
      text.append(decibels: view.level(at: frequency))
    }
    canvas.text(text, x: picture.area.right, y: line, .end, size: 11, isFree ? theme.text : theme.dimText)
  }

  // MARK: Buttons

  private func drawButton(_ button: Button, on canvas: Canvas) {
    let area = layout.button(button)
    let isShown = button == .slotA && !showsSlotB || button == .slotB && showsSlotB
    canvas.roundedRectangle(area, radius: 3)
    canvas.fillKeeping(isShown ? theme.curve : theme.field)
    canvas.stroke(hover == .button(button) ? theme.zeroLine : theme.field, width: 1)
    let color = isShown ? theme.plot : isUsable(button) ? theme.text : theme.zeroLine
    let (x, y) = area.middle
    switch button {
    case .slotA: canvas.text(Text("A"), x: x, y: y + 4, .middle, size: 11, weight: .bold, color)
    case .slotB: canvas.text(Text("B"), x: x, y: y + 4, .middle, size: 11, weight: .bold, color)
    case .undo: drawArrow(x, y, side: -1, color, on: canvas)
    case .redo: drawArrow(x, y, side: 1, color, on: canvas)
    case .presets: canvas.text(Text("Presets"), x: x, y: y + 4, .middle, size: 11, color)
    }
  }

  /// An arrow that turns back.
  ///
  /// - Parameter side: 1 for an arrow to the right, -1 for one to the left.
  private func drawArrow(_ x: Double, _ y: Double, side: Double, _ color: Color, on canvas: Canvas) {
    canvas.move(x - 4 * side, y + 5)
    canvas.line(x - 4 * side, y - 1)
    canvas.line(x + 4 * side, y - 1)
    canvas.move(x + 1 * side, y - 4)
    canvas.line(x + 4 * side, y - 1)
    canvas.line(x + 1 * side, y + 2)
    canvas.stroke(color, width: 1.5)
  }

  private func drawCursor(_ picture: ResponsePicture, on canvas: Canvas) {
    canvas.hairline(fromX: pointer.x, y: picture.area.y, toX: pointer.x, y: picture.area.bottom, theme.zeroLine)
  }

  // MARK: Fields

  private func drawField(_ port: Int, in area: Rectangle, on canvas: Canvas) {
    let declaration = view.ports[port]
    let isHot = hover == .field(port) || drag?.part == .field(port)
    canvas.roundedRectangle(area, radius: 4)
    canvas.fill(theme.field)
    if !isToggle(port) && !isChoice(port) && !view.isText(port) {
      // The part of the range below the value. That of a meter is higher.
      let isMeter = declaration.kind == .output
      var track = Rectangle(
        x: area.x + 8, y: area.bottom - (isMeter ? 7 : 5), width: area.width - 16, height: isMeter ? 4 : 2)
      canvas.fill(track, theme.line)
      track.width *= declaration.position(view.values[port])
      let isActive = view.isEnabled && view.isUsed(port)
      canvas.fill(track, isActive ? (isMeter ? theme.output : theme.curve) : theme.dimText)
    }
    if focus == .field(port) && (showsFocus || typed != nil) || isHot {
      var frame = area
      frame = Rectangle(x: frame.x + 0.5, y: frame.y + 0.5, width: frame.width - 1, height: frame.height - 1)
      canvas.roundedRectangle(frame, radius: 3.5)
      canvas.stroke(isHot && typed == nil ? theme.zeroLine : theme.focus, width: 1)
    }
    canvas.clipped(to: area) {
      let name = view.fieldName(port)
      let size = canvas.size(of: name, maximum: 10, width: area.width - 12)
      canvas.text(name, x: area.x + 8, y: area.y + 14, size: size, theme.dimText)
      drawValue(port, in: area, on: canvas)
    }
  }

  private func drawValue(_ port: Int, in area: Rectangle, on canvas: Canvas) {
    let y = area.y + 30
    if focus == .field(port), let typed {
      // The end of a long text is visible.
      let excess = canvas.width(of: typed.text, size: 12.5) - (area.width - 18)
      return drawTyping(typed, x: area.x + 8 - max(0, excess), y: y, on: canvas)
    }
    if view.isText(port) { return drawText(port, in: area, on: canvas) }
    let value = view.text(view.values[port], of: port)
    let color = view.isUsed(port) ? theme.text : theme.dimText
    if isToggle(port) {
      canvas.circle(area.x + 12, y - 4.5, radius: 4)
      canvas.fill(view.values[port] > 0 ? theme.output : theme.zeroLine)
      canvas.text(value, x: area.x + 22, y: y, size: 12.5, color)
      return
    }
    let size = canvas.size(of: value, maximum: 12.5, width: area.width - 12)
    canvas.text(value, x: area.x + 8, y: y, size: size, color)
    guard let note = frequency(port).flatMap({ Note(frequency: $0) }) else { return }
    var name = Text()
    name.append(note)
    let start = area.right - 8 - canvas.width(of: name, size: 10)
    if start > area.x + 16 + canvas.width(of: value, size: size) {
      canvas.text(name, x: start, y: y, size: 10, theme.dimText)
    }
  }

  /// The text of a property, or the name of its file.
  private func drawText(_ port: Int, in area: Rectangle, on canvas: Canvas) {
    guard let property = view.property(ofPort: port) else { return }
    var name = Text()
    for byte in view.texts[property] {
      if byte == 47 && view.properties[property].kind == .file { name = Text() } else { name.append(byte) }
    }
    let isEmpty = name.isEmpty
    if isEmpty { name = Text(view.properties[property].kind == .file ? "Click and type a path" : "Click and type") }
    let size = canvas.size(of: name, maximum: 12.5, width: area.width - 16)
    canvas.text(name, x: area.x + 8, y: area.y + 30, size: size, isEmpty ? theme.dimText : theme.text)
  }

  private func drawTyping(_ typed: Typing, x: Double, y: Double, on canvas: Canvas) {
    let width = canvas.width(of: typed.text, size: 12.5)
    if typed.replacesAll {
      canvas.fill(Rectangle(x: x - 2, y: y - 12, width: width + 4, height: 16), theme.focus.opacity(0.35))
    }
    canvas.text(typed.text, x: x, y: y, size: 12.5, theme.text)
    canvas.fill(Rectangle(x: x + 0.5 + width, y: y - 11, width: 1, height: 14), theme.focus)
  }

  /// The button of a handle: filled if it is selected; its number is dim if this part of the effect is off.
  private func drawSelector(_ index: Int, on canvas: Canvas) {
    let area = layout.selector(index)
    let state = view.state(index)
    let isSelected = index == selected
    canvas.roundedRectangle(area, radius: 3)
    canvas.fillKeeping(isSelected ? (state == .off ? theme.zeroLine : theme.handle) : theme.field)
    canvas.stroke(hover == .selector(index) ? theme.zeroLine : theme.field, width: 1)
    var number = Text()
    number.append(index + 1)
    let color = isSelected ? theme.plot : state == .active ? theme.handle : state == .flat ? theme.text : theme.dimText
    canvas.text(
      number, x: area.middle.x, y: area.middle.y + 4, .middle, size: 11, weight: state == .off ? .normal : .bold, color)
  }

  /// The frequency of a control in hertz, or of one in milliseconds that is the period of a handle, if it is a pitch.
  private func frequency(_ port: Int) -> Double? {
    switch view.ports[port].unit {
    case .hertz: return Double(view.values[port])
    case .milliseconds where view.values[port] > 0 && view.values[port] < 50:
      guard let motion = view.handle(selected)?.horizontal, motion.port == port, motion.kind == .period else {
        return nil
      }
      return 1000 / Double(view.values[port])
    default: return nil
    }
  }
}
