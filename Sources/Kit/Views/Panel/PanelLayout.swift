/// The places of the parts of a panel, in points.
struct PanelLayout {
  /// The size of a panel before the user changes it, in points.
  static var usualSize: (width: Double, height: Double) { (640, 400) }
  static var smallestSize: (width: Double, height: Double) { (500, 280) }

  let width, height: Double
  /// The number of fields in each row.
  let rows: [Int]
  /// The number of buttons that select a handle: two rows on the left of the first row of fields.
  let selectorCount: Int
  let hasEchoes: Bool
  /// Whether there is a piano below the response.
  let hasPiano: Bool
  /// Whether the picture has numbers on its left and below it.
  var hasAxes = true
  /// The number of pages of fields, whose names are above them; 0 without pages.
  var pageCount = 0
  /// Whether there are keys below the fields.
  var hasKeyboard = false

  private static var margin: Double { 12 }
  private static var fieldHeight: Double { 42 }
  private static var gap: Double { 6 }
  private static var selectorSize: Double { 20 }
  private static var selectorGap: Double { 2 }

  var titleLine: Double { 22 }

  // MARK: Buttons

  /// The space for the text on the right of the title line.
  private static var summaryWidth: Double { 178 }

  /// A button in the title line.
  func button(_ button: Panel.Button) -> Rectangle {
    let end = width - Self.margin - 2 - Self.summaryWidth
    let (start, size): (Double, Double) =
      switch button {
      case .slotA: (150, 20)
      case .slotB: (129, 20)
      case .undo: (102, 20)
      case .redo: (81, 20)
      case .presets: (54, 54)
      }
    return Rectangle(x: end - start, y: 8, width: size, height: 19)
  }

  // MARK: Frames

  private var fieldTop: Double {
    guard let first = rows.first, first > 0 else { return height - 2 }
    let bottom = height - Self.margin - (hasKeyboard ? Self.keyboardHeight + Self.gap : 0)
    return bottom - Double(rows.count) * (Self.fieldHeight + Self.gap) + Self.gap
  }

  /// The lower end of the picture and its numbers.
  private var pictureBottom: Double { pageCount > 0 ? fieldTop - Self.tabHeight - Self.gap : fieldTop }

  /// The height of what is above the fields.
  var upperHeight: Double { fieldTop - 2 }

  /// The frame of the response.
  var response: Rectangle {
    guard hasAxes else {
      return Rectangle(x: Self.margin, y: 34, width: width - 2 * Self.margin, height: pictureBottom - Self.gap - 34)
    }
    let bottom = (hasEchoes ? echoes.y - 26 : pictureBottom - 26) - (hasPiano ? Self.pianoHeight + 3 : 0)
    return Rectangle(x: 42, y: 34, width: width - 42 - Self.margin - 2, height: bottom - 34)
  }

  private static var pianoHeight: Double { 12 }

  /// The frame of the piano, below the numbers of the axis.
  var piano: Rectangle {
    let response = response
    return Rectangle(x: response.x, y: response.bottom + 20, width: response.width, height: Self.pianoHeight)
  }

  /// The frame of the echoes.
  var echoes: Rectangle {
    let frame = 0.2 * (pictureBottom - 34)
    return Rectangle(x: 42, y: pictureBottom - 24 - frame, width: width - 42 - Self.margin - 2, height: frame)
  }

  /// The place of a field. The rows follow each other.
  func field(_ index: Int) -> Rectangle {
    var (row, place) = (0, index)
    while row < rows.count - 1 && place >= rows[row] {
      place -= rows[row]
      row += 1
    }
    let start = Self.margin + (row == 0 ? selectorWidth : 0)
    let width = (width - start - Self.margin + Self.gap) / Double(max(rows[row], 1))
    return Rectangle(
      x: start + Double(place) * width, y: fieldTop + Double(row) * (Self.fieldHeight + Self.gap),
      width: width - Self.gap, height: Self.fieldHeight)
  }

  // MARK: Pages and keys

  private static var tabHeight: Double { 20 }
  private static var keyboardHeight: Double { 58 }

  /// The button of a page.
  func tab(_ index: Int) -> Rectangle {
    let width = min(110, (width - 2 * Self.margin) / Double(max(pageCount, 1)))
    return Rectangle(
      x: Self.margin + Double(index) * width, y: fieldTop - Self.gap - Self.tabHeight, width: width - 2,
      height: Self.tabHeight)
  }

  /// The frame of the keys.
  var keyboard: Rectangle {
    Rectangle(
      x: Self.margin, y: height - Self.margin - Self.keyboardHeight, width: width - 2 * Self.margin,
      height: Self.keyboardHeight)
  }

  // MARK: Selectors

  private var selectorColumns: Int { (selectorCount + 1) / 2 }

  /// The width of the selectors and of the gap after them.
  private var selectorWidth: Double {
    selectorCount == 0 ? 0 : Double(selectorColumns) * (Self.selectorSize + Self.selectorGap) + Self.gap
  }

  /// The button that selects a handle.
  func selector(_ index: Int) -> Rectangle {
    let step = Self.selectorSize + Self.selectorGap
    return Rectangle(
      x: Self.margin + Double(index % selectorColumns) * step, y: fieldTop + Double(index / selectorColumns) * step,
      width: Self.selectorSize, height: Self.selectorSize)
  }
}
