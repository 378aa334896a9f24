import LV2Kit

extension Analyzer {
  /// The present setting of a menu item.
  func setting(_ item: Menu.Item) -> Text {
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
  func change(_ item: Menu.Item) {
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
