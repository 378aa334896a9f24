import LV2Kit

/// The context menu of a panel.
struct Menu {
  enum Item {
    /// Resets the control below the pointer.
    case reset
    case resetAll, copy, paste, colors
    case spectra, range, speed, smoothing, peaks
  }

  /// The port that `reset` resets, or nil.
  let port: Int?
  private let hasAnalyzer: Bool
  private(set) var area: Rectangle
  var highlighted: Int?

  private static var rowHeight: Double { 22 }

  /// A menu at a place of the panel, moved so that it is within the panel.
  init(at place: (x: Double, y: Double), for port: Int?, in panel: Panel) {
    self.port = port
    hasAnalyzer = panel.analyzer != nil
    area = Rectangle(x: 0, y: 0, width: 190, height: 8)
    area.height += Double(count) * Self.rowHeight
    area.x = max(4, min(place.x, panel.width - area.width - 4))
    area.y = max(4, min(place.y, panel.height - area.height - 4))
  }

  var count: Int { (port == nil ? 4 : 5) + (hasAnalyzer ? 5 : 0) }

  func item(_ index: Int) -> Item {
    switch port == nil ? index + 1 : index {
    case 0: .reset
    case 1: .resetAll
    case 2: .copy
    case 3: .paste
    case 4: .colors
    case 5: .spectra
    case 6: .range
    case 7: .speed
    case 8: .smoothing
    default: .peaks
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
      canvas.text(title(item(index), panel), x: row.x + 8, y: row.y + 15, size: 11.5, theme.text)
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
    case .spectra, .range, .speed, .smoothing, .peaks: return panel.analyzer?.setting(item) ?? Text()
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
    case let item:
      analyzer?.change(item)
      // Another press selects the setting after it.
      self.menu = menu
    }
  }
}

extension Analyzer {
  /// The present setting of a menu item.
  fileprivate func setting(_ item: Menu.Item) -> Text {
    switch item {
    case .range:
      var text = Text("Range: ")
      text.append(Int(range))
      text.append(" dB")
      return text
    case .speed:
      return Text(speed == .slow ? "Speed: 1 s" : speed == .medium ? "Speed: 300 ms" : "Speed: 100 ms")
    case .smoothing:
      return switch smoothing {
      case .off: Text("Smoothing: Off")
      case .twentyFourth: Text("Smoothing: 1/24 octave")
      case .twelfth: Text("Smoothing: 1/12 octave")
      case .sixth: Text("Smoothing: 1/6 octave")
      case .third: Text("Smoothing: 1/3 octave")
      }
    case .peaks: return Text(holdsPeaks ? "Peak Hold: On" : "Peak Hold: Off")
    default:
      return Text(
        selection == .off
          ? "Spectrum: Off" : selection == .output ? "Spectrum: Output" : "Spectrum: Input and Output")
    }
  }

  /// Selects the next setting of a menu item.
  fileprivate func change(_ item: Menu.Item) {
    switch item {
    case .spectra: selection = selection == .off ? .output : selection == .output ? .inputAndOutput : .off
    case .range: range = range == 120 ? 60 : range + 30
    case .speed: speed = speed == .slow ? .medium : speed == .medium ? .fast : .slow
    case .smoothing:
      smoothing =
        switch smoothing {
        case .off: .twentyFourth
        case .twentyFourth: .twelfth
        case .twelfth: .sixth
        case .sixth: .third
        case .third: .off
        }
    case .peaks: holdsPeaks.toggle()
    default: break
    }
  }
}
