import LV2Kit
import LV2KitTesting
import Testing

/// Passes all messages on, with notes an octave above, and outputs the number of held keys, plus 100 while the pedal is down.
private struct Octaver: Effect {
  static var events: EventKinds { EventKinds(midiInput: true, midiOutput: true) }

  private var held: Float = 0
  private var pedal: Float = 0

  init(_ setup: Setup) {}
  mutating func reset() { (held, pedal) = (0, 0) }
  mutating func receive(_ event: Event, at frame: Int, output: EventOutput) {
    switch event.midi {
    case .noteOn(let channel, let note, let velocity):
      held += 1
      output.send(.noteOn(channel: channel, note: note + 12, velocity: velocity), at: frame)
    case .noteOff(let channel, let note, let velocity):
      held -= 1
      output.send(.noteOff(channel: channel, note: note + 12, velocity: velocity), at: frame)
    case .some(let message):
      if case .controlChange(_, 64, let value) = message { pedal = value >= 64 ? 100 : 0 }
      output.send(message, at: frame)
    case nil: break
    }
  }
  mutating func run(_ block: Block<NoControls>) {
    for frame in 0..<block.frames { block.output(0)[frame] = held + pedal }
  }

  static var document: EffectDocument { .test }
}

/// A bypass keeps keys, controllers and wheels for the effect, and leaves no note without an end.
@Suite struct MIDIMemoryTests {
  private typealias Message = EffectHost<Octaver>.TimedMessage

  private func host() throws -> EffectHost<Octaver> {
    try #require(EffectHost(Octaver.self, Layout(inputs: 0, outputs: 1)))
  }

  /// Starts a bypass and waits for the end of its fade.
  private func bypass(_ host: EffectHost<Octaver>) -> [MIDIMessage] {
    host.isEnabled = false
    return host.process(frames: 4800).messages.map(\.message)
  }

  @Test func heldKeysAndControllersReturnAfterABypass() throws {
    let host = try host()
    let state: [MIDIMessage] = [
      .programChange(channel: 2, program: 5), .controlChange(channel: 0, controller: 1, value: 30),
      .controlChange(channel: 0, controller: 64, value: 127), .channelPressure(channel: 9, pressure: 20),
      .pitchBend(channel: 0, bend: -500),
    ]
    _ = host.process(messages: state.map { (0, $0) } + [(5, .noteOn(channel: 0, note: 60, velocity: 90))], frames: 64)
    // The bypass ends the note that the effect has sent.
    #expect(bypass(host) == [.noteOff(channel: 0, note: 72, velocity: 64)])
    host.isEnabled = true
    let after = host.process(frames: 4800)
    #expect(after.audio[0][4799] == 101)
    #expect(Set(after.messages.map(\.frame)) == [0])
    let messages = after.messages.map(\.message)
    #expect(messages.count == state.count + 1)
    for message in state + [.noteOn(channel: 0, note: 72, velocity: 90)] { #expect(messages.contains(message)) }
  }

  /// During a bypass messages pass unchanged. What has sounded ends with it, and the effect plays the held key.
  @Test func aKeyOfTheBypassSoundsAfterIt() throws {
    let host = try host()
    _ = bypass(host)
    let notes: [Message] = [
      (3, .noteOn(channel: 1, note: 50, velocity: 80)), (4, .noteOn(channel: 1, note: 51, velocity: 80)),
      (9, .noteOff(channel: 1, note: 51, velocity: 0)),
    ]
    let during = host.process(messages: notes, frames: 64)
    #expect(during.messages.map(\.message) == notes.map(\.message))
    host.isEnabled = true
    let after = host.process(messages: [(40, .noteOff(channel: 1, note: 50, velocity: 0))], frames: 64)
    #expect(
      after.messages.map(\.message) == [
        .noteOff(channel: 1, note: 50, velocity: 64), .noteOn(channel: 1, note: 62, velocity: 80),
        .noteOff(channel: 1, note: 62, velocity: 0),
      ])
    #expect(after.messages.map(\.frame) == [0, 0, 40])
  }

  /// Keys that are released during the bypass are silent after it, and an activation forgets everything.
  @Test func releasedKeysDoNotReturn() throws {
    let host = try host()
    _ = host.process(messages: [(0, .noteOn(channel: 0, note: 60, velocity: 90))], frames: 64)
    _ = bypass(host)
    _ = host.process(messages: [(0, .noteOff(channel: 0, note: 60, velocity: 0))], frames: 64)
    host.isEnabled = true
    let after = host.process(frames: 4800)
    #expect(after.audio[0][4799] == 0 && after.messages.isEmpty)
    _ = host.process(messages: [(0, .noteOn(channel: 0, note: 60, velocity: 90))], frames: 64)
    _ = bypass(host)
    host.activate()
    host.isEnabled = true
    #expect(host.process(frames: 4800).messages.isEmpty)
  }

  /// The messages that reset controllers and end notes.
  @Test func channelModesAreObeyed() throws {
    let host = try host()
    let messages: [MIDIMessage] = [
      .noteOn(channel: 0, note: 60, velocity: 90), .noteOn(channel: 1, note: 60, velocity: 90),
      .controlChange(channel: 0, controller: 64, value: 127), .controlChange(channel: 0, controller: 7, value: 99),
      .controlChange(channel: 0, controller: 74, value: 55), .controlChange(channel: 0, controller: 11, value: 9),
      .pitchBend(channel: 0, bend: 100), .controlChange(channel: 0, controller: 121, value: 0),
      .controlChange(channel: 0, controller: 123, value: 0),
    ]
    _ = host.process(messages: messages.map { (0, $0) }, frames: 64)
    _ = bypass(host)
    host.isEnabled = true
    let after = host.process(frames: 64).messages.map(\.message)
    #expect(
      after == [
        .controlChange(channel: 0, controller: 7, value: 99), .controlChange(channel: 0, controller: 74, value: 55),
        .noteOn(channel: 1, note: 72, velocity: 90),
      ])
  }

  /// A registered parameter is four messages in their order: here the range of the bend.
  @Test func aRegisteredParameterKeepsItsOrder() throws {
    let host = try host()
    let parameter: [MIDIMessage] = [(101, 0), (100, 0), (6, 12), (38, 0)].map {
      .controlChange(channel: 3, controller: $0.0, value: $0.1)
    }
    _ = host.process(messages: parameter.map { (0, $0) }, frames: 64)
    _ = bypass(host)
    host.isEnabled = true
    #expect(host.process(frames: 64).messages.map(\.message) == parameter)
  }

  /// What the effect receives after a bypass, of messages on the channel 0 before it.
  private func restored(_ controllers: [(UInt8, UInt8)]) throws -> [[UInt8]] {
    let host = try host()
    let messages = controllers.map { MIDIMessage.controlChange(channel: 0, controller: $0.0, value: $0.1) }
    _ = host.process(messages: messages.map { (0, $0) }, frames: 64)
    _ = bypass(host)
    host.isEnabled = true
    return host.process(frames: 64).messages.map { Array($0.message.encoded.dropFirst()) }
  }

  /// Several parameters have their values, and the selected one is selected again.
  @Test func allParametersReturn() throws {
    let first: [(UInt8, UInt8)] = [
      (101, 0), (100, 0), (6, 12), (99, 1), (98, 8), (6, 64), (38, 3), (101, 0), (100, 1), (6, 70),
    ]
    let expected: [[UInt8]] = [
      [101, 0], [100, 0], [6, 12], [99, 1], [98, 8], [6, 64], [38, 3], [101, 0], [100, 1], [6, 70],
    ]
    #expect(try restored(first) == expected)
    #expect(try restored(first + [(99, 2), (98, 9)]) == expected + [[99, 2], [98, 9]])
    // Another value of the first one, and its selection without a value.
    let order = Array(expected[3...]) + [[101, 0], [100, 0], [6, 2]]
    #expect(try restored(first + [(101, 0), (100, 0), (6, 2)]) == order)
    #expect(try restored(first + [(101, 127), (100, 127), (6, 5)]) == expected + [[101, 127], [100, 127]])
    // The reset of the controllers ends the selection and keeps the parameters.
    #expect(try restored(first + [(99, 2), (98, 9), (121, 0)]) == expected)
  }

  /// Increments, and more parameters than are kept.
  @Test func parametersAreSteppedAndLimited() throws {
    let fine: [(UInt8, UInt8)] = [(101, 0), (100, 1), (6, 10), (38, 127)]
    #expect(try restored(fine + [(96, 0)]) == [[101, 0], [100, 1], [6, 11], [38, 0]])
    #expect(
      try restored([(101, 0), (100, 2), (6, 10), (97, 0), (97, 0)]) == [[101, 0], [100, 2], [6, 8], [38, 0]])
    #expect(try restored([(99, 0), (98, 2), (97, 0)]) == [[99, 0], [98, 2], [6, 0], [38, 0]])
    let many = (0..<10).flatMap { number -> [(UInt8, UInt8)] in [(99, 5), (98, UInt8(number)), (6, UInt8(number))] }
    #expect(
      try restored(many)
        == (2..<10).flatMap { number -> [[UInt8]] in [[99, 5], [98, UInt8(number)], [6, UInt8(number)]] })
  }

  @Test func thePressureOnKeysReturns() throws {
    let host = try host()
    let messages: [MIDIMessage] = [
      .notePressure(channel: 0, note: 50, pressure: 9), .noteOn(channel: 0, note: 60, velocity: 90),
      .noteOn(channel: 0, note: 61, velocity: 91), .notePressure(channel: 0, note: 60, pressure: 33),
      .notePressure(channel: 0, note: 61, pressure: 34), .noteOff(channel: 0, note: 61, velocity: 0),
    ]
    _ = host.process(messages: messages.map { (0, $0) }, frames: 64)
    _ = bypass(host)
    host.isEnabled = true
    #expect(
      host.process(frames: 64).messages.map(\.message) == [
        .noteOn(channel: 0, note: 72, velocity: 90), .notePressure(channel: 0, note: 60, pressure: 33),
      ])
  }
}
