/// The places of the parts of a panel, in points.
struct PanelLayout {
  /// The size of a panel before the user changes it, in points.
  static var usualSize: (width: Double, height: Double) { (640, 400) }
  static var smallestSize: (width: Double, height: Double) { (500, 280) }

  let width, height: Double
  /// The number of fields in each row.
  let rows: [Int]
  let hasEchoes: Bool

  private static var margin: Double { 12 }
  private static var fieldHeight: Double { 42 }
  private static var gap: Double { 6 }

  var titleLine: Double { 22 }

  private var fieldTop: Double {
    guard let first = rows.first, first > 0 else { return height - 2 }
    return height - Self.margin - Double(rows.count) * (Self.fieldHeight + Self.gap) + Self.gap
  }

  /// The frame of the response.
  var response: Rectangle {
    let bottom = hasEchoes ? echoes.y - 26 : fieldTop - 26
    return Rectangle(x: 42, y: 34, width: width - 42 - Self.margin - 2, height: bottom - 34)
  }

  /// The frame of the echoes.
  var echoes: Rectangle {
    let frame = 0.2 * (fieldTop - 34)
    return Rectangle(x: 42, y: fieldTop - 24 - frame, width: width - 42 - Self.margin - 2, height: frame)
  }

  /// The place of a field. The rows follow each other.
  func field(_ index: Int) -> Rectangle {
    var (row, place) = (0, index)
    while row < rows.count - 1 && place >= rows[row] {
      place -= rows[row]
      row += 1
    }
    let width = (width - 2 * Self.margin + Self.gap) / Double(max(rows[row], 1))
    return Rectangle(
      x: Self.margin + Double(place) * width, y: fieldTop + Double(row) * (Self.fieldHeight + Self.gap),
      width: width - Self.gap, height: Self.fieldHeight)
  }
}
