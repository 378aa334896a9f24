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
      .pitchBend(channel: 0, bend: 100), .controlChange(channel: 0, controller: 121, value: 0),
      .controlChange(channel: 0, controller: 123, value: 0),
    ]
    _ = host.process(messages: messages.map { (0, $0) }, frames: 64)
    _ = bypass(host)
    host.isEnabled = true
    let after = host.process(frames: 64).messages.map(\.message)
    #expect(
      after == [
        .controlChange(channel: 0, controller: 7, value: 99), .noteOn(channel: 1, note: 72, velocity: 90),
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
}
