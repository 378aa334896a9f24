/// A color; components from 0 to 1.
public struct Color {
  public let red, green, blue, alpha: Double

  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// - Parameter hex: 0xRRGGBB.
  public init(_ hex: UInt32) {
    self.init(
      red: Double(hex >> 16 & 255) / 255, green: Double(hex >> 8 & 255) / 255, blue: Double(hex & 255) / 255)
  }

  /// The same color with another alpha.
  public func opacity(_ alpha: Double) -> Color { Color(red: red, green: green, blue: blue, alpha: alpha) }

  /// The luminance, 0 for black to 1 for white (ITU-R BT.709).
  var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }
}

/// The colors of a picture. Curves and handles have the colors of M. Okabe and K. Ito, which people with all kinds of color
/// vision distinguish.
public struct Theme {
  public var background: Color
  /// The colors of the background of a picture, of its lines, and of texts.
  public let plot, minorLine, line, zeroLine, text, dimText: Color
  /// The colors of curves, handles and fields, of the frame of what has the focus, and of inputs and outputs.
  public let curve, secondCurve, handle, field, focus, input, output: Color

  public static var dark: Theme {
    Theme(
      background: Color(0x181b1f), plot: Color(0x1f2328), minorLine: Color(0x2a3036), line: Color(0x353b43),
      zeroLine: Color(0x5b6570), text: Color(0xe2e6ea), dimText: Color(0x98a2ad), curve: Color(0x56b4e9),
      secondCurve: Color(0xcc79a7), handle: Color(0xe69f00), field: Color(0x24292f), focus: Color(0xe69f00),
      input: Color(0x8d97a2),
      output: Color(0x2fb890))
  }

  public static var light: Theme {
    Theme(
      background: Color(0xeff1f3), plot: Color(0xffffff), minorLine: Color(0xeceef1), line: Color(0xd5dae0),
      zeroLine: Color(0xa2abb4), text: Color(0x1c2127), dimText: Color(0x5c656f), curve: Color(0x0072b2),
      secondCurve: Color(0xb0568a), handle: Color(0xd55e00), field: Color(0xffffff), focus: Color(0xd55e00),
      input: Color(0x9aa3ad),
      output: Color(0x009e73))
  }

  public var isDark: Bool { background.luminance < 0.5 }

  /// The theme that fits the background of a host.
  public init(hostBackground: Color) {
    self = hostBackground.luminance < 0.5 ? .dark : .light
    background = hostBackground
  }
}

extension Theme {
  private init(
    background: Color, plot: Color, minorLine: Color, line: Color, zeroLine: Color, text: Color, dimText: Color,
    curve: Color, secondCurve: Color, handle: Color, field: Color, focus: Color, input: Color, output: Color
  ) {
    self.background = background
    self.plot = plot
    self.minorLine = minorLine
    self.line = line
    self.zeroLine = zeroLine
    self.text = text
    self.dimText = dimText
    self.curve = curve
    self.secondCurve = secondCurve
    self.handle = handle
    self.field = field
    self.focus = focus
    self.input = input
    self.output = output
  }
}
