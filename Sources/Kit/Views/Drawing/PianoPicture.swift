/// The keys of a piano below the axis of frequencies: all keys have the width of a semitone.
struct PianoPicture {
  let picture: ResponsePicture
  /// The frame of the keys, in points.
  let area: Rectangle

  /// Draws the keys.
  func draw(on canvas: Canvas) {
    let theme = picture.theme
    let (white, black) = theme.isDark ? (theme.dimText, theme.plot) : (theme.plot, theme.dimText)
    canvas.fill(area, white)
    forEachKey { number, key in
      if Self.isBlack(number) {
        canvas.fill(Rectangle(x: key.x, y: area.y, width: key.width, height: 0.62 * area.height), black)
      }
      // Lines between white keys: at the black key between them, and before C and F.
      let semitone = number % 12
      let x = Self.isBlack(number) ? key.x + 0.5 * key.width : key.x
      if Self.isBlack(number) || semitone == 0 || semitone == 5 {
        canvas.hairline(fromX: x, y: area.y, toX: x, y: area.bottom, theme.isDark ? black : theme.zeroLine)
      }
    }
  }

  /// Marks the key of a frequency.
  func mark(_ frequency: Double, on canvas: Canvas, _ color: Color) {
    guard let note = Note(frequency: frequency) else { return }
    canvas.clipped(to: area) { canvas.fill(key(note.number), color) }
  }

  /// The frequency of the key at a place.
  func frequency(_ x: Double) -> Double {
    let frequency = picture.axis.frequency((x - picture.area.x) / picture.area.width)
    return Note.nearest(to: frequency)
  }

  /// Whether the key of a note is black.
  static func isBlack(_ number: Int) -> Bool {
    switch number % 12 {
    case 1, 3, 6, 8, 10: true
    default: false
    }
  }

  private func key(_ number: Int) -> Rectangle {
    let (start, end) = (Note(number: number, cents: -50).frequency, Note(number: number, cents: 50).frequency)
    let x = picture.x(start)
    return Rectangle(x: x, y: area.y, width: picture.x(end) - x, height: area.height)
  }

  private func forEachKey(_ body: (_ number: Int, _ key: Rectangle) -> Void) {
    let range = picture.axis.range
    guard let first = Note(frequency: range.lowerBound), let last = Note(frequency: range.upperBound) else { return }
    for number in first.number...last.number {
      let key = key(number)
      if key.x >= area.x && key.right <= area.right { body(number, key) }
    }
  }
}
