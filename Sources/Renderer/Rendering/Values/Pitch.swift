import Glibc

/// A frequency, written in hertz (`440`, `1.5k`, `440Hz`) or as a note of equal temperament (`A4`, `C#3`, `Eb5`).
public enum Pitch {
  /// The frequency in hertz; nil if the text is neither.
  ///
  /// A note `n` semitones above A4 has the frequency a4 * 2^(n / 12). Octaves begin at C; C4 is the C below A4
  /// (scientific pitch notation; Acoustical Society of America, ANSI S1.1).
  public static func frequency(_ text: String, a4: Double = 440) -> Double? {
    hertz(text) ?? semitonesFromA4(text).map { a4 * pow(2, Double($0) / 12) }
  }

  /// The number of a note in MIDI, in which middle C, C4, is 60; nil if the text is not a note or the number is outside 0 to 127.
  static func midiNote(_ text: String) -> UInt8? {
    semitonesFromA4(text).flatMap { (0...127).contains($0 + 69) ? UInt8($0 + 69) : nil }
  }

  private static func hertz(_ text: String) -> Double? {
    var digits = Substring(text.lowercased())
    if digits.hasSuffix("hz") { digits = digits.dropLast(2) }
    var factor = 1.0
    if digits.hasSuffix("k") {
      digits = digits.dropLast()
      factor = 1000
    }
    guard digits.first?.isNumber == true || digits.first == ".", let value = Double(digits), value > 0, value.isFinite
    else { return nil }
    return value * factor
  }

  private static func semitonesFromA4(_ text: String) -> Int? {
    let letters: [Character: Int] = ["C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11]
    let accidentals: [Character: Int] = ["#": 1, "♯": 1, "b": -1, "♭": -1]
    var rest = Substring(text)
    guard let letter = rest.popFirst(), var semitone = letters[Character(letter.uppercased())] else { return nil }
    if let accidental = rest.first.flatMap({ accidentals[$0] }) {
      semitone += accidental
      rest.removeFirst()
    }
    guard let octave = Int(rest), (-1...10).contains(octave) else { return nil }
    return semitone - 9 + 12 * (octave - 4)
  }
}
