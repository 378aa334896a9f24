import LV2Host
import TestHost

/// Words in the descriptions of controls that are meant for one of two channels, or for their relation.
struct ChannelWords {
  /// Parts of words.
  private static let parts = [
    "left", "right", "pan", "balanc", "width", "spread", "stereo", "side", "mono", "phase", "invert", "chan", "link",
    "crossfeed", "haas", "rotate", "rotation", "swap", "rout", "matrix", "azimuth", "elevat", "separation", "widen",
    "imag", "spatial",
  ]
  /// Whole words.
  private static let words: Set<String> = ["l", "r", "lr", "wide", "mid", "ch", "bal"]
  /// Whole words that count parts of any kind. They count channels unless a third part exists.
  private static let counts = ["1": "3", "2": "3", "a": "c", "b": "c"]

  /// The words of all symbols and names of control inputs.
  private let texts: Set<[String]>
  private let turtle: BundleTurtle

  init(_ context: PluginContext) {
    let texts = context.plugin.ports(.control, .input).flatMap { [$0.symbol, $0.name] }
    self.texts = Set(texts.map(Self.tokens))
    turtle = context.turtle
  }

  /// Whether the name of a control, of its group or of one of its values has such a word: `gainL`, `delay_1`, `Pan`.
  func describe(_ port: PortDescription) -> Bool {
    let groups = port.group.map { group in
      ["name", "symbol"].flatMap { turtle.objects(.uri(group), URI.Core.namespace + $0).map(\.text) }
    }
    return ([port.symbol, port.name] + (groups ?? []) + port.scalePoints.map(\.label)).contains(where: isAboutChannels)
  }

  private func isAboutChannels(_ text: String) -> Bool {
    let lowercase = text.lowercased()
    if Self.parts.contains(where: lowercase.contains) { return true }
    let tokens = Self.tokens(of: text)
    return tokens.indices.contains { index in
      if Self.words.contains(tokens[index]) { return true }
      guard let third = Self.counts[tokens[index]] else { return false }
      var other = tokens
      other[index] = third
      return !texts.contains(other)
    }
  }

  /// The words of a name or a symbol: those of `delayTime2_L` are delay, time, 2 and l.
  private static func tokens(of text: String) -> [String] {
    var tokens: [String] = []
    var previous: Character?
    for character in text {
      defer { previous = character }
      guard character.isLetter || character.isNumber else { continue }
      if let last = previous, last.isLetter == character.isLetter, last.isNumber == character.isNumber,
        !(last.isLowercase && character.isUppercase)
      {
        tokens[tokens.count - 1].append(character)
      } else {
        tokens.append(String(character))
      }
    }
    return tokens.map { $0.lowercased() }
  }
}
