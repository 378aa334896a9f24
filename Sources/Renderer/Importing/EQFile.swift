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
    case "preamp": preamp += try words.first.map(EQNumber.value) ?? 0
    case "filter": if let line = FilterLine(value) { filters.append(try line.filter) }
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
      // A line can end with a separator.
      if words.isEmpty { continue }
      guard words.count == 2 else { throw Failure(description: "'\(pair)' is not a frequency and a level") }
      points.append((try EQNumber.value(words[0]), try EQNumber.value(words[1])))
    }
    points.sort { $0.frequency < $1.frequency }
    guard points.allSatisfy({ $0.frequency > 0 }) else { throw Failure(description: "a frequency is not above 0") }
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
