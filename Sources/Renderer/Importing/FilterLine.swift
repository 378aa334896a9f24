import Glibc

/// The line of a filter that is on, such as `ON PK Fc 100 Hz Gain 3 dB Q 1`, in the words of Equalizer APO or REW.
struct FilterLine {
  /// In upper case and without spaces: LSQ is also REW's `LS Q`.
  private let type: String
  /// The words between the type and the frequency, such as `12 dB`: the slope of a shelf.
  private let slope: String
  /// The words from Fc on.
  private let parameters: [Substring]

  private static let kinds: [String: EQFilter.Kind] = [
    "PK": .bell, "PEQ": .bell, "MODAL": .bell, "LS": .lowShelf, "LSC": .lowShelf, "LSQ": .lowShelf, "HS": .highShelf,
    "HSC": .highShelf, "HSQ": .highShelf, "LP": .lowpass, "LPQ": .lowpass, "HP": .highpass, "HPQ": .highpass,
    "NO": .notch, "NOTCH": .notch, "NOTCHQ": .notch, "BP": .bandpass, "AP": .allpass, "ALLPASS": .allpass,
  ]

  /// Nil for a filter that is off, or has no type.
  init?(_ text: Substring) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.first?.uppercased() == "ON", words.count > 1, words[1].lowercased() != "none" else { return nil }
    let head = words.dropFirst().prefix { !$0.lowercased().hasPrefix("fc") }
    let name = head.prefix { $0.first?.isLetter == true }
    type = name.joined().uppercased()
    slope = head.dropFirst(name.count).joined()
    parameters = words.dropFirst(1 + head.count).filter { $0.lowercased() != "oct" }
  }

  var filter: EQFilter {
    get throws(EQFile.Failure) {
      guard let frequency = try frequency, frequency > 0 else {
        throw EQFile.Failure(description: "the filter has no frequency (Fc)")
      }
      guard let kind = Self.kinds[type] else {
        throw EQFile.Failure(description: "filters of the type \(type) are not imported")
      }
      let (gain, q) = (try value(of: "gain") ?? 0, try q)
      if kind == .lowShelf || kind == .highShelf { return try shelf(kind, frequency, gain, q: q) }
      guard let q = q ?? Self.usualQ(kind) else {
        throw EQFile.Failure(description: "the filter has neither Q nor a bandwidth (BW Oct)")
      }
      return EQFilter(kind: kind, frequency: frequency, gain: gain, q: q)
    }
  }

  /// The Q of a filter without one; nil if it must have one.
  private static func usualQ(_ kind: EQFilter.Kind) -> Double? {
    kind == .bell ? nil : kind == .notch ? 30 : 0.5.squareRoot()
  }

  /// A shelf with Q, or with a slope in decibels per octave after its type, or with the slope 0.9 of the cookbook.
  ///
  /// With a slope or Q, the frequency of LS and HS is the corner of the slope. That of LSC, HSC and REW's `LS Q` and `HS Q`, and of
  /// all shelves without slope and Q, is that of half the gain.
  private func shelf(
    _ kind: EQFilter.Kind, _ frequency: Double, _ gain: Double, q: Double?
  ) throws(EQFile.Failure) -> EQFilter {
    let given = slope.isEmpty ? nil : try EQNumber.value(slope) / 12
    let amplitude = pow(10, gain / 40)
    let sum = amplitude + 1 / amplitude
    let slope = given ?? q.map { 1 / ((1 / ($0 * $0) - 2) / sum + 1) } ?? 0.9
    let square = sum * (1 / slope - 1) + 2
    guard slope > 0, square > 0 else { throw EQFile.Failure(description: "the slope of the shelf is out of range") }
    let isCorner = (given ?? q) != nil && ["LS", "HS"].contains(type)
    let distance = isCorner ? pow(10, abs(gain) / 80 / slope) : 1
    return EQFilter(
      kind: kind, frequency: kind == .lowShelf ? frequency * distance : frequency / distance,
      gain: gain, q: 1 / square.squareRoot())
  }

  /// In hertz. Spaces can separate its thousands: it continues until a word that begins with a letter.
  private var frequency: Double? {
    get throws(EQFile.Failure) {
      guard let first = parameters.first else { return nil }
      let words = [first.dropFirst(2)] + parameters.dropFirst().prefix { $0.first?.isLetter == false }
      let text = words.filter { !$0.isEmpty }.joined(separator: " ")
      return text.isEmpty ? try parameters.dropFirst().first.map(EQNumber.value) : try EQNumber.frequency(text)
    }
  }

  /// Nil without a bandwidth too.
  private var q: Double? {
    get throws(EQFile.Failure) {
      let bandwidth = try value(of: "bw")
      let q = try value(of: "q") ?? bandwidth.map { 1 / (2 * sinh(log(2) / 2 * $0)) }
      if let q, q <= 0 { throw EQFile.Failure(description: "Q must be above 0, not \(q)") }
      return q
    }
  }

  /// The number after a name, with or without a space.
  private func value(of name: String) throws(EQFile.Failure) -> Double? {
    guard let index = parameters.firstIndex(where: { $0.lowercased().hasPrefix(name) }) else { return nil }
    let attached = parameters[index].dropFirst(name.count)
    guard let word = attached.isEmpty ? parameters.dropFirst(index + 1).first : attached else { return nil }
    return try EQNumber.value(word)
  }
}
