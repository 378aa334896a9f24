/// Reads values that a user types: "1.2k", "1,2 kHz", "-6 dB", "9.1ms". Views add notes: "A4+20".
public struct TypedValue {
  package let text: Text
  package var place = 0

  public init(_ text: Text) { self.text = text }

  /// Returns the value of a control in the unit of the port and limited to its range, or nil if the text is not understood.
  /// Notes are not.
  public mutating func number(for port: ControlPort) -> Float? {
    skipSpaces()
    if case .toggle = port.scale, let isOn = word() { return isOn ? 1 : 0 }
    guard var value = number() else { return nil }
    skipSpaces()
    switch (letter(), port.unit) {
    case (nil, _): break
    case (107, .hertz): value *= 1000  // k
    case (107, .milliseconds): return limited(1 / value, port)  // kHz
    case (104, .milliseconds): return limited(1000 / value, port)  // Hz
    case (115, .milliseconds): value *= 1000  // s
    case (115, .hertz): value = 1 / value
    case (109, .hertz): value = 1000 / value  // ms
    default: break
    }
    return limited(value, port)
  }

  package func limited(_ value: Double, _ port: ControlPort) -> Float? {
    value.isFinite ? port.sanitized(Float(value)) : nil
  }

  // MARK: Parts

  /// The next byte in lower case, without reading it.
  package func letter() -> UInt8? {
    guard place < text.count else { return nil }
    let byte = text[place]
    return byte >= 65 && byte <= 90 ? byte + 32 : byte
  }

  package mutating func skipSpaces() {
    while letter() == 32 { place += 1 }
  }

  /// "on" or "off".
  private mutating func word() -> Bool? {
    guard letter() == 111 else { return nil }
    place += 1
    return letter() == 110
  }

  /// Reads a sign: "+", "-" or the minus sign of Unicode (e2 88 92).
  private mutating func sign() -> Double? {
    switch letter() {
    case 43:
      place += 1
      return 1
    case 45:
      place += 1
      return -1
    case 0xe2 where place + 2 < text.count && text[place + 1] == 0x88 && text[place + 2] == 0x92:
      place += 3
      return -1
    default: return nil
    }
  }

  package mutating func number() -> Double? {
    let sign = sign() ?? 1
    skipSpaces()
    var (value, scale, digits) = (0.0, 0.0, 0)
    while let byte = letter() {
      if byte >= 48 && byte <= 57 {
        value = value * 10 + Double(byte - 48)
        scale *= 10
        digits += 1
      } else if (byte == 46 || byte == 44) && scale == 0 {
        scale = 1
      } else {
        break
      }
      place += 1
    }
    guard digits > 0 else { return nil }
    return sign * value / max(scale, 1)
  }
}
