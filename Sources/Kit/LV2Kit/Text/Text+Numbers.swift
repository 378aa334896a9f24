extension Text {
  /// Appends a whole number.
  public mutating func append(_ number: Int) {
    if number < 0 { append("-") }
    var divisor: UInt = 1
    while number.magnitude / divisor > 9 { divisor *= 10 }
    while divisor > 0 {
      append(UInt8(48 + number.magnitude / divisor % 10))
      divisor /= 10
    }
  }

  /// Appends a number with a point and a fixed number of digits after it, independent of the locale.
  ///
  /// - Parameters:
  ///   - number: a finite number below 10^9 in magnitude.
  ///   - decimals: digits after the point, 0 to 6.
  public mutating func append(_ number: Double, decimals: Int) {
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let whole = Int((max(-1e9, min(1e9, number)) * Double(scale)).rounded())
    if whole < 0 { append("\u{2212}") }
    append(Int(whole.magnitude) / scale)
    guard decimals > 0 else { return }
    append(".")
    var part = Int(whole.magnitude) % scale
    while scale > 1 {
      scale /= 10
      append(UInt8(48 + part / scale))
      part %= scale
    }
  }

  /// Appends a number with three significant digits, and at least its whole part.
  public mutating func appendRounded(_ number: Double) {
    let size = abs(number)
    append(number, decimals: size < 0.9995 ? 3 : size < 9.995 ? 2 : size < 99.95 ? 1 : 0)
  }

  /// Appends a frequency with its unit: "440 Hz", "1.20 kHz".
  public mutating func append(hertz: Double) {
    if hertz < 999.5 {
      appendRounded(hertz)
      append(" Hz")
    } else {
      appendRounded(hertz / 1000)
      append(" kHz")
    }
  }

  /// Appends a level with its sign and unit: "+6.0 dB".
  public mutating func append(decibels: Double) {
    if (decibels * 10).rounded() > 0 { append("+") }
    append(decibels, decimals: 1)
    append(" dB")
  }

  /// The value of a control with its unit.
  public init(_ value: Float, of port: ControlPort) {
    self.init()
    append(value, of: port)
  }

  private mutating func append(_ value: Float, of port: ControlPort) {
    let value = Double(value)
    switch port.scale {
    case .toggle: return append(value > 0 ? "On" : "Off")
    case .steps:
      append(Int(value.rounded()))
      return append(port.stepLabel)
    case .integers, .choice: append(Int(value.rounded()))
    case .linear, .logarithmic:
      switch port.unit {
      case .hertz: return append(hertz: value)
      case .decibels: return append(decibels: value)
      case .percent:
        let tenths = (value * 10).rounded()
        append(tenths / 10, decimals: tenths.remainder(dividingBy: 10) == 0 ? 0 : 1)
      default: appendRounded(value)
      }
    }
    append(port.unit.symbol)
  }
}

extension Unit {
  /// The abbreviation that follows a number, with a leading space; empty for a pure number.
  package var symbol: StaticString {
    switch self {
    case .none, .midiNote: ""
    case .hertz: " Hz"
    case .decibels: " dB"
    case .milliseconds: " ms"
    case .seconds: " s"
    case .percent: " %"
    case .beatsPerMinute: " BPM"
    case .beats: " beats"
    case .bars: " bars"
    case .frames: " frames"
    case .semitones: " semi"
    case .cents: " ct"
    case .octaves: " oct"
    case .degrees: "\u{b0}"
    }
  }
}

extension Text {
  /// Appends a number with up to six decimals and a plain minus sign, without final zeros.
  public mutating func append(number: Float) {
    var text = Text()
    text.append(Double(number.magnitude), decimals: 6)
    while text.count > 1, text[text.count - 1] == 48 { text.removeLast() }
    if text[text.count - 1] == 46 { text.removeLast() }
    if number < 0 { append("-") }
    append(text)
  }

  /// Appends a character of Unicode.
  package mutating func append(scalar: UInt32) {
    if scalar < 0x80 { return append(UInt8(scalar)) }
    if scalar < 0x800 {
      append(UInt8(0xc0 | scalar >> 6))
    } else {
      if scalar < 0x10000 {
        append(UInt8(0xe0 | scalar >> 12))
      } else {
        append(UInt8(0xf0 | (scalar >> 18 & 7)))
        append(UInt8(0x80 | (scalar >> 12 & 63)))
      }
      append(UInt8(0x80 | (scalar >> 6 & 63)))
    }
    append(UInt8(0x80 | scalar & 63))
  }
}
