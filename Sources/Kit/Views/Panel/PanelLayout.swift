/// The places of the parts of a panel, in points.
struct PanelLayout {
  /// The size of a panel before the user changes it, in points.
  static var usualSize: (width: Double, height: Double) { (640, 400) }
  static var smallestSize: (width: Double, height: Double) { (500, 280) }

  let width, height: Double
  let fieldCount: Int
  let hasEchoes: Bool

  private static var margin: Double { 12 }
  private static var fieldHeight: Double { 42 }
  private static var gap: Double { 6 }

  var titleLine: Double { 22 }

  private var fieldTop: Double { fieldCount == 0 ? height - 2 : height - Self.margin - Self.fieldHeight }

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

  func field(_ index: Int) -> Rectangle {
    let width = (width - 2 * Self.margin + Self.gap) / Double(fieldCount)
    return Rectangle(
      x: Self.margin + Double(index) * width, y: fieldTop, width: width - Self.gap, height: Self.fieldHeight)
  }
}
