import LV2Kit

extension TypedValue {
  /// Returns the value of a control in the unit of the port and limited to its range, or nil if the text is not understood.
  public mutating func value(for port: ControlPort) -> Float? {
    skipSpaces()
    let start = place
    if let frequency = note() { return converted(frequency: frequency, for: port) }
    place = start
    return number(for: port)
  }

  private func converted(frequency: Double, for port: ControlPort) -> Float? {
    if port.unit == .midiNote { return Note(frequency: frequency).flatMap { limited(Double($0.number), port) } }
    return Measure(port.unit).flatMap { Measure.frequency(1).convert(frequency, to: $0) }.flatMap { limited($0, port) }
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
