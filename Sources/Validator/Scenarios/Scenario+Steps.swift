import LV2Host
import Model
import TestHost

/// A scenario as lines of text, which reports contain as steps and `lv2val replay` reads.
extension Scenario {
  package var steps: [String] {
    let instance = (rate.map { ["rate \($0)"] } ?? []) + (longestBlock.map { ["longest-block \($0)"] } ?? [])
    return instance + controls.map { "value \($0.symbol) \($0.value)" } + passages.flatMap(\.steps)
  }

  /// Lines that are not steps are left out; nil if no line plays anything.
  package init?(steps: [String]) {
    self.init(passages: [])
    var passage = Passage(frames: 0)
    for line in steps {
      var words = line.split(separator: " ").map(String.init)[...]
      guard let verb = words.popFirst() else { continue }
      switch (verb, words.first) {
      case ("rate", let value?): rate = Double(value)
      case ("longest-block", let value?): longestBlock = Int(value)
      case ("value", let symbol?):
        if let value = words.last.flatMap(Float.init) { controls.append(.init(symbol: symbol, value: value)) }
      case ("reset", _): passage.beginsWithReset = true
      case ("signal", _): passage.signal = Signal(words: Array(words)) ?? passage.signal
      case ("blocks", _): passage.blocks = words.compactMap(Int.init).filter { $0 > 0 }
      case ("at", let frame?):
        if let frame = Int(frame), let content = Content(words: Array(words.dropFirst())) {
          passage.score.append(Event(frame, content))
        }
      case ("run", let frames?):
        passage.frames = Int(frames) ?? 0
        passages.append(passage)
        passage = Passage(frames: 0)
      default: continue
      }
    }
    if passages.isEmpty { return nil }
  }
}

extension Scenario.Passage {
  fileprivate var steps: [String] {
    (beginsWithReset ? ["reset"] : []) + (signal == .silence ? [] : ["signal \(signal.words.joined(separator: " "))"])
      + (blocks.isEmpty ? [] : ["blocks \(blocks.map(String.init).joined(separator: " "))"])
      + score.map { "at \($0.frame) \($0.content.words.joined(separator: " "))" } + ["run \(frames)"]
  }
}

extension Scenario.Content {
  fileprivate var words: [String] {
    switch self {
    case .midi(let message): ["midi"] + message.map(Self.hexadecimal)
    case .transport(let position): ["transport"] + position.words
    case .control(let symbol, let value): ["value", symbol, "\(value)"]
    case .parameter(let uri, let type, let value): ["parameter", uri, type, value.map(Self.hexadecimal).joined()]
    case .preset(let uri): ["preset", uri]
    }
  }

  /// Nil if the words are not an event.
  fileprivate init?(words: [String]) {
    switch (words.first, words.count) {
    case ("midi", 2...):
      let bytes = words.dropFirst().compactMap { UInt8($0, radix: 16) }
      guard bytes.count == words.count - 1 else { return nil }
      self = .midi(bytes)
    case ("transport", _): self = .transport(TransportPosition(words: words.dropFirst()))
    case ("value", 3):
      guard let value = Float(words[2]) else { return nil }
      self = .control(words[1], value)
    case ("parameter", 3...): self = .parameter(words[1], type: words[2], Self.bytes(words.count > 3 ? words[3] : ""))
    case ("preset", 2): self = .preset(words[1])
    default: return nil
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }

  private static func bytes(_ digits: String) -> [UInt8] {
    let digits = Array(digits)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
  }
}

extension TransportPosition {
  fileprivate var words: [String] {
    [
      "speed=\(speed)", "frame=\(frame)", "bar=\(bar)", "beat=\(barBeat)", "meter=\(beatsPerBar)/\(beatUnit)",
      "tempo=\(beatsPerMinute)",
    ]
  }

  /// What the words do not name has its usual value.
  fileprivate init(words: some Sequence<String>) {
    self.init()
    for word in words {
      let (name, value) = (word.prefix { $0 != "=" }, word.drop { $0 != "=" }.dropFirst())
      switch name {
      case "speed": speed = Float(value) ?? speed
      case "frame": frame = Int64(value) ?? frame
      case "bar": bar = Int64(value) ?? bar
      case "beat": barBeat = Float(value) ?? barBeat
      case "meter":
        let parts = value.split(separator: "/")
        beatsPerBar = parts.first.flatMap { Float($0) } ?? beatsPerBar
        beatUnit = parts.dropFirst().first.flatMap { Int32($0) } ?? beatUnit
      case "tempo": beatsPerMinute = Float(value) ?? beatsPerMinute
      default: continue
      }
    }
  }
}

extension Signal {
  fileprivate var words: [String] {
    switch self {
    case .silence: ["silence"]
    case .impulse(let at): ["impulse", "\(at)"]
    case .noise(let amplitude, let seed): ["noise", "\(amplitude)", "\(seed)"]
    case .offsetNoise(let amplitude, let offset, let seed): ["offset-noise", "\(amplitude)", "\(offset)", "\(seed)"]
    case .equalNoise(let amplitude, let seed): ["equal-noise", "\(amplitude)", "\(seed)"]
    case .bursts: ["bursts"]
    case .fullScale: ["square"]
    case .dc(let value): ["dc", "\(value)"]
    case .ramp(let slope): ["ramp", "\(slope)"]
    case .sine(let frequency, let amplitude): ["sine", "\(frequency)", "\(amplitude)"]
    }
  }

  /// Nil if the words are not a signal.
  fileprivate init?(words: [String]) {
    let numbers = words.dropFirst().compactMap(Double.init)
    guard let name = words.first, numbers.count == words.count - 1 else { return nil }
    func seed(_ number: Double) -> UInt32 { UInt32(exactly: number) ?? 0 }
    switch (name, numbers.count) {
    case ("silence", 0): self = .silence
    case ("impulse", 1): self = .impulse(at: Int(exactly: numbers[0]) ?? 0)
    case ("noise", 2): self = .noise(amplitude: Float(numbers[0]), seed: seed(numbers[1]))
    case ("offset-noise", 3):
      self = .offsetNoise(amplitude: Float(numbers[0]), offset: Float(numbers[1]), seed: seed(numbers[2]))
    case ("equal-noise", 2): self = .equalNoise(amplitude: Float(numbers[0]), seed: seed(numbers[1]))
    case ("bursts", 0): self = .bursts
    case ("square", 0): self = .fullScale
    case ("dc", 1): self = .dc(Float(numbers[0]))
    case ("ramp", 1): self = .ramp(perSecond: numbers[0])
    case ("sine", 2): self = .sine(frequency: numbers[0], amplitude: Float(numbers[1]))
    default: return nil
    }
  }
}
