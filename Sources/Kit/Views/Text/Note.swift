import LV2Kit

/// A frequency as a note of the equal-tempered scale with A4 = 440 Hz, and its deviation.
public struct Note {
  /// The note number of MIDI: 69 is A4.
  public let number: Int
  /// The deviation from the note, -50 to 50.
  public let cents: Int

  /// Returns nil for a frequency without a pitch: 0, one below it, and an infinite one.
  ///
  /// - Parameter frequency: in hertz.
  public init?(frequency: Double) {
    guard frequency > 0 && frequency < .infinity else { return nil }
    let position = 69 + 12 * log2(frequency / 440)
    let nearest = position.rounded()
    number = Int(nearest)
    cents = Int(((position - nearest) * 100).rounded())
  }

  public init(number: Int, cents: Int) {
    self.number = number
    self.cents = cents
  }

  /// In hertz.
  public var frequency: Double { 440 * exp2((Double(number - 69) + Double(cents) / 100) / 12) }

  /// The frequency of the nearest note in hertz; one without a pitch stays as it is.
  static func nearest(to frequency: Double) -> Double {
    Note(frequency: frequency).map { Note(number: $0.number, cents: 0).frequency } ?? frequency
  }

  /// The semitones above C of the letters A to G.
  static func semitones(ofLetter letter: UInt8) -> Int? {
    switch letter {
    case 65: 9
    case 66: 11
    case 67: 0
    case 68: 2
    case 69: 4
    case 70: 5
    case 71: 7
    default: nil
    }
  }
}

extension Text {
  private static func name(_ semitone: Int) -> StaticString {
    switch semitone {
    case 0: "C"
    case 1: "C\u{266f}"
    case 2: "D"
    case 3: "E\u{266d}"
    case 4: "E"
    case 5: "F"
    case 6: "F\u{266f}"
    case 7: "G"
    case 8: "A\u{266d}"
    case 9: "A"
    case 10: "B\u{266d}"
    default: "B"
    }
  }

  /// Appends a note, such as "A4 +20".
  public mutating func append(_ note: Note) {
    let octave = (note.number + 120) / 12 - 11
    append(Self.name((note.number + 120) % 12))
    append(octave)
    guard note.cents != 0 else { return }
    append(note.cents > 0 ? " +" : " \u{2212}")
    append(Int(note.cents.magnitude))
  }
}

extension Text {
  /// A frequency and its note: "440 Hz  A4". A frequency of 0 or below has no note.
  ///
  /// - Parameter frequency: in hertz.
  public init(frequency: Double) {
    self.init()
    append(hertz: frequency)
    guard let note = Note(frequency: frequency) else { return }
    append("   ")
    append(note)
  }
}
