import LV2Kit

/// The context menu of a panel.
struct Menu {
  enum Item {
    /// Resets the control below the pointer.
    case reset
    case resetAll, copy, paste, colors
  }

  /// The port that `reset` resets, or nil.
  let port: Int?
  private(set) var area: Rectangle
  var highlighted: Int?

  private static var rowHeight: Double { 24 }

  /// A menu at a place of the panel, moved so that it is within the panel.
  init(at place: (x: Double, y: Double), for port: Int?, in panel: Panel) {
    self.port = port
    let (width, height) = (148.0, 8 + Double(port == nil ? 4 : 5) * Self.rowHeight)
    area = Rectangle(
      x: max(4, min(place.x, panel.width - width - 4)), y: max(4, min(place.y, panel.height - height - 4)),
      width: width, height: height)
  }

  var count: Int { port == nil ? 4 : 5 }

  func item(_ index: Int) -> Item {
    switch port == nil ? index + 1 : index {
    case 0: .reset
    case 1: .resetAll
    case 2: .copy
    case 3: .paste
    default: .colors
    }
  }

  /// The index of the item at a place, or nil.
  func index(at x: Double, _ y: Double) -> Int? {
    guard area.contains(x, y) else { return nil }
    let row = Int((y - area.y - 4) / Self.rowHeight)
    return row >= 0 && row < count ? row : nil
  }

  func draw(_ panel: Panel, on canvas: Canvas) {
    let theme = panel.theme
    canvas.roundedRectangle(area, radius: 5)
    canvas.fillKeeping(theme.field)
    canvas.stroke(theme.zeroLine, width: 1)
    for index in 0..<count {
      let row = Rectangle(
        x: area.x + 4, y: area.y + 4 + Double(index) * Self.rowHeight, width: area.width - 8, height: Self.rowHeight)
      if index == highlighted {
        canvas.roundedRectangle(row, radius: 3)
        canvas.fill(theme.line)
      }
      canvas.text(title(item(index), panel), x: row.x + 8, y: row.y + 16, size: 11.5, theme.text)
    }
  }

  private func title(_ item: Item, _ panel: Panel) -> Text {
    switch item {
    case .reset:
      var text = Text("Reset ")
      if let port { text.append(panel.view.ports[port].name) }
      return text
    case .resetAll: return Text("Reset All")
    case .copy: return Text("Copy Settings")
    case .paste: return Text("Paste Settings")
    case .colors: return Text(panel.theme.isDark ? "Light Colors" : "Dark Colors")
    }
  }
}

extension Panel {
  func openMenu() {
    let port: Int? = if case .field(let index) = hover == .none ? focus : hover { fields[index] } else { nil }
    endTyping(accepting: true)
    menu = Menu(at: pointer, for: port, in: self)
    needsDrawing = true
  }

  func choose(_ index: Int?) {
    guard let menu else { return }
    self.menu = nil
    needsDrawing = true
    guard let index else { return }
    switch menu.item(index) {
    case .reset: if let port = menu.port { reset(port) }
    case .resetAll: resetAll()
    case .copy: clipboardRequest = .copy
    case .paste: clipboardRequest = .paste
    case .colors: setTheme(theme.isDark ? .light : .dark)
    }
  }
}
