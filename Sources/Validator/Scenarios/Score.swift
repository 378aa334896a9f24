import LV2Host
import Support

/// Writes music and movements of the transport, note by note.
///
/// Positions are in frames from the start of the passage. The random frames inside a block depend on the seed only.
package struct Score {
  package private(set) var events: [Scenario.Event] = []
  /// The number of frames so far.
  package private(set) var length = 0
  package let rate: Double
  /// In frames.
  package let block: Int
  var generator: SplitMix64
  private var position = TransportPosition()

  /// - Parameters:
  ///   - rate: in hertz.
  ///   - block: the length of the blocks in which the score is played, in frames.
  package init(rate: Double, block: Int, generator: SplitMix64) {
    self.rate = rate
    self.block = block
    self.generator = generator
    position.speed = 0
  }

  /// The events in the order of their frames; those of one frame in the order in which they were written.
  package var sorted: [Scenario.Event] {
    events.enumerated().sorted { ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset) }.map(\.element)
  }

  // MARK: Writing

  /// Lets a number of blocks pass.
  package mutating func rest(blocks: Int = 1) { length += blocks * block }

  /// Lets a duration pass, in seconds, rounded up to whole blocks.
  package mutating func rest(seconds: Double) { rest(blocks: Int((seconds * rate / Double(block)).rounded(.up))) }

  /// A MIDI message in the present block.
  ///
  /// - Parameter frame: counted from the start of the block; a random one if nil.
  package mutating func send(_ message: [UInt8], at frame: Int? = nil) {
    let frame = frame ?? Int(generator.unit() * Float(block - 1))
    events.append(.init(length + min(frame, block - 1), .midi(message)))
  }

  package mutating func noteOn(_ note: UInt8, channel: UInt8 = 0, velocity: UInt8 = 100, at frame: Int? = nil) {
    send([0x90 | channel, note, velocity], at: frame)
  }

  package mutating func noteOff(_ note: UInt8, channel: UInt8 = 0, at frame: Int? = nil) {
    send([0x80 | channel, note, 64], at: frame)
  }

  package mutating func control(_ symbol: String, _ value: Float) {
    events.append(.init(length, .control(symbol, value)))
  }

  /// A message that sets a parameter, by its URI.
  package mutating func set(parameter: String, type: String, to value: [UInt8]) {
    events.append(.init(length, .parameter(parameter, type: type, value)))
  }

  package mutating func load(preset uri: String) { events.append(.init(length, .preset(uri))) }

  /// Changes the state of the transport.
  ///
  /// - Parameter frame: counted from the start of the present block.
  package mutating func transport(at frame: Int = 0, _ change: (inout TransportPosition) -> Void) {
    change(&position)
    events.append(.init(length + frame, .transport(position)))
  }

  /// Lets the transport roll from a beat, counted from the start of the song.
  ///
  /// - Parameter start: when it does, counted from the start of the present block in frames.
  package mutating func roll(
    from beat: Double, tempo: Float = 120, beatsPerBar: Float = 4, beatUnit: Int32 = 4, at start: Int = 0
  ) {
    let frame = Int64(beat * 60 / Double(tempo) * rate)
    transport(at: start) {
      $0.speed = 1
      $0.frame = frame
      $0.bar = Int64(beat / Double(beatsPerBar))
      $0.barBeat = Float(beat.truncatingRemainder(dividingBy: Double(beatsPerBar)))
      $0.beatUnit = beatUnit
      $0.beatsPerBar = beatsPerBar
      $0.beatsPerMinute = tempo
    }
  }

  package mutating func stop() { transport { $0.speed = 0 } }
}
