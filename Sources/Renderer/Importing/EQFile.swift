import Glibc

/// The settings of an equalizer in the text format of Equalizer APO, which REW and AutoEQ write too.
struct EQFile {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// In decibels.
  private(set) var preamp = 0.0
  private(set) var filters: [EQFilter] = []
  /// The points of a graphic equalizer, by rising frequency in hertz, with levels in decibels; empty for none.
  private(set) var points: [(frequency: Double, level: Double)] = []
  /// The lines that change the sound and are not imported, each with its number.
  private(set) var ignored: [String] = []

  /// Commands that change the sound in another way than a filter.
  private static let foreign: Set<String> = [
    "channel", "copy", "delay", "convolution", "include", "if", "elseif", "else", "eval", "stage", "device",
    "loudnesscorrection",
    "vstplugin",
  ]

  /// - Throws: `Failure` with the number of the line.
  init(_ text: String) throws(Failure) {
    for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let content = line.prefix { $0 != "#" }
      guard let colon = content.firstIndex(of: ":") else { continue }
      let name = content[..<colon].split(separator: " ").first.map { $0.lowercased() } ?? ""
      do throws(Failure) {
        try take(name, content[content.index(after: colon)...], line: number + 1)
      } catch { throw Failure(description: "line \(number + 1): \(error)") }
    }
    guard !filters.isEmpty || !points.isEmpty else {
      throw Failure(description: "no filter and no GraphicEQ was found; expected the text format of Equalizer APO")
    }
  }

  private mutating func take(_ command: String, _ value: Substring, line: Int) throws(Failure) {
    let words = value.split(whereSeparator: \.isWhitespace)
    switch command {
    case "preamp": preamp += try words.first.map { (word) throws(Failure) in try Self.number(word) } ?? 0
    case "filter": if let filter = try Self.filter(words) { filters.append(filter) }
    case "graphiceq": try takePoints(value)
    case "channel" where words.first?.lowercased() == "all": break
    case _ where Self.foreign.contains(command): ignored.append("line \(line): \(command)")
    // REW writes remarks such as `Dated: ...`.
    default: break
    }
  }

  private mutating func takePoints(_ value: Substring) throws(Failure) {
    for pair in value.split(separator: ";") {
      let words = pair.split(whereSeparator: \.isWhitespace)
      guard words.count == 2 else { throw Failure(description: "'\(pair)' is not a frequency and a level") }
      points.append((try Self.number(words[0]), try Self.number(words[1])))
    }
    points.sort { $0.frequency < $1.frequency }
    guard points.allSatisfy({ $0.frequency > 0 }) else { throw Failure(description: "a frequency is not above 0") }
  }

  /// Nil for a filter that is off, or has no type.
  private static func filter(_ words: [Substring]) throws(Failure) -> EQFilter? {
    guard words.first?.uppercased() == "ON", words.count > 1, words[1].lowercased() != "none" else { return nil }
    let type = words[1].uppercased()
    func value(after name: String) throws(Failure) -> Double? {
      guard let index = words.firstIndex(where: { $0.lowercased() == name }), index + 1 < words.count else {
        return nil
      }
      let isBandwidth = name == "bw" && words[index + 1].lowercased() == "oct"
      guard index + (isBandwidth ? 2 : 1) < words.count else { return nil }
      return try number(words[index + (isBandwidth ? 2 : 1)])
    }
    guard let frequency = try value(after: "fc"), frequency > 0 else {
      throw Failure(description: "the filter has no frequency (Fc)")
    }
    let gain = try value(after: "gain") ?? 0
    let bandwidth = try value(after: "bw")
    let q = try value(after: "q") ?? bandwidth.map { 1 / (2 * sinh(log(2) / 2 * $0)) }
    if let q, q <= 0 { throw Failure(description: "Q must be above 0, not \(q)") }
    func filter(_ kind: EQFilter.Kind, q: Double) -> EQFilter {
      .init(kind: kind, frequency: frequency, gain: gain, q: q)
    }
    switch type {
    case "PK", "PEQ", "MODAL":
      guard let q else { throw Failure(description: "the filter has neither Q nor a bandwidth (BW Oct)") }
      return filter(.bell, q: q)
    case "LS", "HS", "LSC", "HSC", "LSQ", "HSQ": return try shelf(type, words, frequency, gain, q: q)
    case "LP", "LPQ": return filter(.lowpass, q: q ?? 0.5.squareRoot())
    case "HP", "HPQ": return filter(.highpass, q: q ?? 0.5.squareRoot())
    case "NO": return filter(.notch, q: q ?? 30)
    case "BP": return filter(.bandpass, q: q ?? 0.5.squareRoot())
    case "AP": return filter(.allpass, q: q ?? 0.5.squareRoot())
    default: throw Failure(description: "filters of the type \(type) are not imported")
    }
  }

  /// A shelf with Q, or with a slope in decibels per octave after its type, or with the slope 0.9 of the cookbook.
  ///
  /// Without Q, the frequency of LS and HS is not that of half the gain but the corner of the slope.
  private static func shelf(
    _ type: String, _ words: [Substring], _ frequency: Double, _ gain: Double, q: Double?
  ) throws(Failure) -> EQFilter {
    let kind: EQFilter.Kind = type.hasPrefix("L") ? .lowShelf : .highShelf
    if let q { return EQFilter(kind: kind, frequency: frequency, gain: gain, q: q) }
    let word = words.count > 2 ? words[2].lowercased() : ""
    let slope = Double(word.hasSuffix("db") ? String(word.dropLast(2)) : word).map { $0 / 12 } ?? 0.9
    let amplitude = pow(10, gain / 40)
    let square = (amplitude + 1 / amplitude) * (1 / slope - 1) + 2
    guard slope > 0, square > 0 else { throw Failure(description: "the slope of the shelf is out of range") }
    let corner = type.hasSuffix("C") ? 1 : pow(10, abs(gain) / 80 / slope)
    return EQFilter(
      kind: kind, frequency: kind == .lowShelf ? frequency * corner : frequency / corner, gain: gain,
      q: 1 / square.squareRoot())
  }

  /// A number with a decimal point or, as REW writes in some countries, a comma.
  private static func number(_ word: Substring) throws(Failure) -> Double {
    let text = String(word.map { $0 == "," && !word.contains(".") ? "." : $0 }.filter { $0 != "," })
    guard let number = Double(text), number.isFinite else { throw Failure(description: "'\(word)' is not a number") }
    return number
  }

  /// The level at a frequency, without the preamplification. Between points of a graphic equalizer it is linear in octaves.
  func level(at hertz: Double) -> Double {
    filters.reduce(graphicLevel(at: hertz)) { $0 + $1.level(at: hertz) }
  }

  private func graphicLevel(at hertz: Double) -> Double {
    guard let first = points.first, let last = points.last else { return 0 }
    if hertz <= first.frequency { return first.level }
    guard let end = points.firstIndex(where: { $0.frequency >= hertz }) else { return last.level }
    let (a, b) = (points[end - 1], points[end])
    return a.level + (b.level - a.level) * log(hertz / a.frequency) / log(b.frequency / a.frequency)
  }
}
