import LV2Kit

/// Reads values that a user types: "1.2k", "1,2 kHz", "A4+20", "-6 dB", "9.1ms".
public struct TypedValue {
  private let text: Text
  private var place = 0

  public init(_ text: Text) { self.text = text }

  /// Returns the value of a control in the unit of the port and limited to its range, or nil if the text is not understood.
  public mutating func value(for port: ControlPort) -> Float? {
    skipSpaces()
    let start = place
    if let frequency = note() { return converted(frequency: frequency, for: port) }
    place = start
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

  private func limited(_ value: Double, _ port: ControlPort) -> Float? {
    value.isFinite ? port.sanitized(Float(value)) : nil
  }

  private func converted(frequency: Double, for port: ControlPort) -> Float? {
    switch port.unit {
    case .hertz: limited(frequency, port)
    case .milliseconds: limited(1000 / frequency, port)
    default: nil
    }
  }

  // MARK: Parts

  /// The next byte in lower case, without reading it.
  private func letter() -> UInt8? {
    guard place < text.count else { return nil }
    let byte = text[place]
    return byte >= 65 && byte <= 90 ? byte + 32 : byte
  }

  private mutating func skipSpaces() {
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

  private mutating func number() -> Double? {
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

  /// Reads a note and its deviation in cents, and returns the frequency.
  private mutating func note() -> Double? {
    guard let first = letter(), first >= 97, let semitones = Note.semitones(ofLetter: first - 32) else { return nil }
    place += 1
    var number = 12 + semitones
    if letter() == 35 {
      number += 1
      place += 1
    } else if letter() == 98 {
      number -= 1
      place += 1
    } else if letter() == 0xe2, place + 2 < text.count, text[place + 1] == 0x99 {
      number += text[place + 2] == 0xaf ? 1 : -1  // The sharp sign is e2 99 af, the flat sign is e2 99 ad.
      place += 3
    }
    let octaveSign = letter() == 45 ? -1 : 1
    if octaveSign < 0 { place += 1 }
    guard let octave = letter(), octave >= 48 && octave <= 57 else { return nil }
    place += 1
    number += 12 * octaveSign * Int(octave - 48)
    if let next = letter(), next >= 48 && next <= 57 {
      number += 12 * (9 * octaveSign * Int(octave - 48) + octaveSign * Int(next - 48))
      place += 1
    }
    skipSpaces()
    guard letter() != nil else { return Note(number: number, cents: 0).frequency }
    guard let cents = self.number(), abs(cents) < 10_000 else { return nil }
    return Note(number: number, cents: Int(cents.rounded())).frequency
  }
}
