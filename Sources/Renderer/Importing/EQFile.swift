import Glibc

/// The settings of an equalizer in the text format of Equalizer APO, which REW and AutoEQ write too.
struct EQFile {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// In decibels.
  var preamp: Double { [.stereo, .left, .mid].reduce(0) { $0 + preamps[$1, default: 0] } }
  private var preamps: [EQFilter.Channel: Double] = [:]
  /// The preamplification in the line before, if it is for one channel.
  private var preampBefore: Double?
  private(set) var filters: [EQFilter] = []
  /// The points of a graphic equalizer, by rising frequency in hertz, with levels in decibels; empty for none.
  private(set) var points: [(frequency: Double, level: Double)] = []
  /// The lines that change the sound and are not imported, each with its number.
  private(set) var ignored: [String] = []

  /// Whether the next lines are for the first and for the second channel.
  private var selection = (left: true, right: true)
  /// Whether mid and side are in the places of left and right.
  private var isMidSide = false

  /// Commands that change the sound in another way than a filter.
  private static let foreign: Set<String> = [
    "delay", "convolution", "include", "eval", "stage", "device", "loudnesscorrection", "vstplugin",
  ]
  /// How the parametric EQ writes mid and side in the places of left and right, and back (*Copy as EqualizerAPO*).
  private static let (toMidSide, fromMidSide) = ("l=0.5*l+0.5*r r=0.5*l+-0.5*r", "l=l+r r=l+-1*r")

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
    guard haveEqualPreamps(.left, .right), haveEqualPreamps(.mid, .side) else {
      throw Failure(description: "the channels have different preamplifications; make them equal")
    }
    guard !isMidSide else { throw Failure(description: "mid and side are not copied back to left and right") }
  }

  private func haveEqualPreamps(_ first: EQFilter.Channel, _ second: EQFilter.Channel) -> Bool {
    abs(preamps[first, default: 0] - preamps[second, default: 0]) < 1e-9
  }

  private mutating func take(_ command: String, _ value: Substring, line: Int) throws(Failure) {
    let words = value.split(whereSeparator: \.isWhitespace)
    let preamp = preampBefore
    preampBefore = nil
    switch (command, channel) {
    case ("channel", _): select(words, line: line)
    case ("copy", _): try copy(words)
    case ("if", _), ("elseif", _), ("else", _):
      throw Failure(description: "conditions are not imported; import a file that has only the lines that apply")
    case ("preamp", let channel?):
      let decibels = try words.first.map(EQNumber.value) ?? 0
      preamps[channel, default: 0] += decibels
      if channel != .stereo { preampBefore = decibels }
    case ("filter", let channel?):
      guard var filter = try FilterLine(value)?.filter else { return }
      filter.channel = channel
      if let preamp, filter.becomesTilt(preamp: preamp) { preamps[channel, default: 0] -= preamp }
      filters.append(filter)
    case ("graphiceq", .stereo) where points.isEmpty: try takePoints(value)
    case ("graphiceq", _?):
      throw Failure(
        description: "a GraphicEQ for one channel, or a second one, is not imported; import it from a file of its own")
    case _ where Self.foreign.contains(command): ignored.append("line \(line): \(command)")
    // REW writes remarks such as `Dated: ...`.
    default: break
    }
  }

  /// The channel of the next lines; nil if the parametric EQ does not have it.
  private var channel: EQFilter.Channel? {
    switch selection {
    case (true, true): .stereo
    case (true, false): isMidSide ? .mid : .left
    case (false, true): isMidSide ? .side : .right
    case (false, false): nil
    }
  }

  private mutating func select(_ words: [Substring], line: Int) {
    let names = Set(words.map { $0.lowercased() })
    selection = (!names.isDisjoint(with: ["all", "l", "1"]), !names.isDisjoint(with: ["all", "r", "2"]))
    if channel == nil { ignored.append("line \(line): the lines for channel \(words.joined(separator: " "))") }
  }

  private mutating func copy(_ words: [Substring]) throws(Failure) {
    let expected = isMidSide ? Self.fromMidSide : Self.toMidSide
    guard words.joined(separator: " ").lowercased() == expected else {
      throw Failure(
        description: "copies of channels are not imported, except for those to mid and side and back; remove the line")
    }
    isMidSide.toggle()
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
