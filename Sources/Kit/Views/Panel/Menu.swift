import LV2Kit

/// The context menu of a panel.
struct Menu {
  enum Item: Equatable {
    /// Resets a port.
    case reset(Int)
    case resetAll, copy, paste, colors, wheel
    case spectra, range, speed, smoothing, peaks
    /// Opens the menu of the values of a port.
    case values(Int)
    case value(port: Int, Float)
    /// Switches a port.
    case toggle(Int)
    /// Makes the part of a handle audible alone.
    case listen(Int)
    case resetHandle(Int)
    /// Copies the settings to the other slot.
    case copySlot
    /// Shows or hides the piano.
    case piano
    /// Copies the settings in the format of another program.
    case export
    case preset(Int)
    /// Opens the menu of the panel.
    case more
  }

  private(set) var items: [Item]
  private(set) var area: Rectangle
  /// The item of the pointer or the keyboard. The menu shows it.
  var highlighted: Int? { didSet { if let highlighted { show(highlighted) } } }
  /// The number of items that there is space for. The wheel and the arrow keys move those of a longer menu.
  private let rows: Int
  /// The first item that is shown.
  private var first = 0

  private static var rowHeight: Double { 22 }

  /// A menu at a place of the panel, moved so that it is within the panel.
  init(_ items: [Item], at place: (x: Double, y: Double), in panel: Panel) {
    self.items = items
    rows = min(items.count, max(1, Int((panel.height - 16) / Self.rowHeight)))
    area = Rectangle(x: 0, y: 0, width: 190, height: 8)
    area.height += Double(rows) * Self.rowHeight
    area.x = max(4, min(place.x, panel.width - area.width - 4))
    area.y = max(4, min(place.y, panel.height - area.height - 4))
  }

  var count: Int { items.count }

  func item(_ index: Int) -> Item { items[index] }

  /// The index of the item at a place, or nil.
  func index(at x: Double, _ y: Double) -> Int? {
    guard area.contains(x, y) else { return nil }
    let row = Int((y - area.y - 4) / Self.rowHeight)
    return row >= 0 && row < rows ? first + row : nil
  }

  /// Moves the items.
  ///
  /// - Parameter rows: the number of items, positive for later ones.
  mutating func scroll(by rows: Int) { first = max(0, min(first + rows, count - self.rows)) }

  private mutating func show(_ index: Int) { first = max(index - rows + 1, min(first, index)) }

  func draw(_ panel: Panel, on canvas: Canvas) {
    let theme = panel.theme
    canvas.roundedRectangle(area, radius: 5)
    canvas.fillKeeping(theme.field)
    canvas.stroke(theme.zeroLine, width: 1)
    for index in first..<first + rows {
      let row = Rectangle(
        x: area.x + 4, y: area.y + 4 + Double(index - first) * Self.rowHeight, width: area.width - 8,
        height: Self.rowHeight)
      if index == highlighted {
        canvas.roundedRectangle(row, radius: 3)
        canvas.fill(theme.line)
      }
      canvas.text(panel.title(item(index)), x: row.x + 8, y: row.y + 15, size: 11.5, theme.text)
    }
    drawPart(theme, on: canvas)
  }

  /// Draws a bar on the right that shows which part of a longer menu there is.
  private func drawPart(_ theme: Theme, on canvas: Canvas) {
    guard rows < count else { return }
    let height = (area.height - 8) / Double(count)
    let bar = Rectangle(
      x: area.right - 6, y: area.y + 4 + Double(first) * height, width: 3, height: Double(rows) * height)
    canvas.fill(bar, theme.dimText)
  }
}
