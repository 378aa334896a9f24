/// Reads values that a user types: "1.2k", "1,2 kHz", "-6 dB", "9.1ms". Views add notes: "A4+20".
public struct TypedValue {
  package let text: Text
  package var place = 0

  public init(_ text: Text) { self.text = text }

  /// Returns the value of a control in the unit of the port and limited to its range, or nil if the text is not understood.
  /// Notes are not.
  ///
  /// A number with another unit is converted: times, frequencies and the periods of them, and intervals.
  ///
  /// - Parameter port: the control.
  public mutating func number(for port: ControlPort) -> Float? {
    skipSpaces()
    if case .toggle = port.scale, let isOn = word() { return isOn ? 1 : 0 }
    guard let value = number() else { return nil }
    skipSpaces()
    guard let own = Measure(port.unit), let typed = unit() else { return limited(value, port) }
    return typed.convert(value, to: own).flatMap { limited($0, port) }
  }

  package func limited(_ value: Double, _ port: ControlPort) -> Float? {
    value.isFinite ? port.sanitized(Float(value)) : nil
  }

  // MARK: Parts

  /// A following byte in lower case, without reading it: 0 is the next one.
  package func letter(_ index: Int = 0) -> UInt8? {
    guard place + index < text.count else { return nil }
    let byte = text[place + index]
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

  /// The unit that follows, by the letters that distinguish it, or nil.
  private func unit() -> Measure? {
    if begins("k") { return .frequency(1000) }
    if begins("h") { return .frequency(1) }
    if begins("bpm") { return .frequency(1.0 / 60) }
    if begins("min") { return .time(60) }
    if begins("m") { return .time(0.001) }
    // The micro sign and the Greek letter.
    if begins("u") || begins("\u{b5}") || begins("\u{3bc}") { return .time(1e-6) }
    if begins("sem") || begins("st") { return .interval(1.0 / 12) }
    if begins("s") { return .time(1) }
    if begins("c") { return .interval(1.0 / 1200) }
    return begins("o") ? .interval(1) : nil
  }

  private func begins(_ word: StaticString) -> Bool {
    for index in 0..<word.utf8CodeUnitCount where letter(index) != word.utf8Start[index] { return false }
    return true
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
