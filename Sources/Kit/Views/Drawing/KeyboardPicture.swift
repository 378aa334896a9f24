import LV2Kit

/// A note that the user holds on the keys.
public struct HeldNote {
  /// The number of the MIDI note.
  public let number: Int
  /// 1 to 127.
  public let velocity: Int
}

/// The keys of a keyboard, which the pointer plays: white keys of equal width, and black keys between them.
struct KeyboardPicture {
  /// The first and the last note. A black key at an end is only half visible.
  let notes: ClosedRange<Int>
  /// The frame of the keys, in points.
  let area: Rectangle

  /// The height of a black key, and its width, as parts of a white one.
  private static var blackHeight: Double { 0.6 }
  private static var blackWidth: Double { 0.6 }

  /// Draws the keys and the names of the Cs.
  ///
  /// - Parameter held: the number of the note that is held, or nil.
  func draw(_ held: Int?, _ theme: Theme, on canvas: Canvas) {
    let (white, black) = theme.isDark ? (theme.text, theme.plot) : (theme.plot, theme.text)
    canvas.clipped(to: area) {
      canvas.fill(area, white)
      for note in notes where !PianoPicture.isBlack(note) {
        let key = key(note)
        if note == held { canvas.fill(key, theme.handle) }
        canvas.hairline(fromX: key.x, y: area.y, toX: key.x, y: area.bottom, theme.zeroLine)
        guard note % 12 == 0 else { continue }
        var name = Text()
        name.append(Note(number: note, cents: 0))
        canvas.text(
          name, x: key.middle.x, y: area.bottom - 5, .middle, size: min(9, 0.6 * key.width), theme.zeroLine)
      }
      for note in notes where PianoPicture.isBlack(note) {
        let key = key(note)
        canvas.fill(key, note == held ? theme.handle : black)
        canvas.rectangle(key)
        canvas.stroke(theme.zeroLine, width: 1)
      }
    }
  }

  /// The number of the note of the key at a place, or nil.
  func note(at x: Double, _ y: Double) -> Int? {
    guard area.contains(x, y) else { return nil }
    for note in notes where PianoPicture.isBlack(note) && key(note).contains(x, y) { return note }
    for note in notes where !PianoPicture.isBlack(note) && key(note).contains(x, y) { return note }
    return nil
  }

  /// The note of the key at a place. It is loudest at the lower end of a key.
  func heldNote(at x: Double, _ y: Double) -> HeldNote? {
    guard let number = note(at: x, y) else { return nil }
    let part = (y - area.y) / key(number).height
    return HeldNote(number: number, velocity: max(1, min(127, Int(127 * part + 1))))
  }

  /// The number of white keys below a note.
  private static func whiteKeys(below note: Int) -> Int { note / 12 * 7 + (note % 12 * 7 + 6) / 12 }

  private func key(_ note: Int) -> Rectangle {
    let first = Self.whiteKeys(below: notes.lowerBound)
    let width = area.width / Double(Self.whiteKeys(below: notes.upperBound + 1) - first)
    let x = area.x + Double(Self.whiteKeys(below: note) - first) * width
    guard PianoPicture.isBlack(note) else { return Rectangle(x: x, y: area.y, width: width, height: area.height) }
    return Rectangle(
      x: x - 0.5 * Self.blackWidth * width, y: area.y, width: Self.blackWidth * width,
      height: Self.blackHeight * area.height)
  }
}
