import LV2Kit
import LV2KitTesting
import Testing

/// Answers each note with a system exclusive message, and each program change with a number.
private struct Answers: Effect {
  static var events: EventKinds { EventKinds(midiInput: true, midiOutput: true, atomOutput: true) }

  private let int: UInt32

  init(_ setup: Setup) { int = setup.urid("http://lv2plug.in/ns/ext/atom#Int") }
  mutating func reset() {}
  mutating func receive(_ event: Event, at frame: Int, output: EventOutput) {
    switch event.midi {
    case .noteOn(_, let note, _):
      let message: InlineArray<4, UInt8> = [0xf0, 0x7d, note, 0xf7]
      withUnsafeBytes(of: message) { _ = output.send(bytes: $0, at: frame) }
    case .programChange(_, let program):
      withUnsafeBytes(of: Int32(program)) { _ = output.send(type: int, body: $0, at: frame) }
      output.send(type: 0, body: UnsafeRawBufferPointer(start: nil, count: 0), at: frame)
    default: output.send(event, at: frame)
    }
  }
  mutating func run(_ block: Block<NoControls>) {}

  static var document: EffectDocument { .test }
}

@Suite struct EventOutputTests {
  @Test func systemMessagesAndAtomsAreSent() throws {
    let host = try #require(EffectHost(Answers.self, Layout(inputs: 0, outputs: 0)))
    let output = host.process(
      messages: [
        (3, .noteOn(channel: 0, note: 60, velocity: 1)), (300, .programChange(channel: 0, program: 7)),
        (301, .controlChange(channel: 1, controller: 2, value: 3)),
      ], frames: 512)
    #expect(output.events.map(\.frame) == [3, 300, 301])
    let midi = "http://lv2plug.in/ns/ext/midi#MidiEvent"
    #expect(output.events.map(\.type) == [midi, "http://lv2plug.in/ns/ext/atom#Int", midi])
    #expect(output.events.map(\.body) == [[0xf0, 0x7d, 60, 0xf7], [7, 0, 0, 0], [0xb1, 2, 3]])
  }

  /// An event without room is refused as a whole: the buffer of the host has 64 KiB.
  @Test func aMessageWithoutRoomIsRefused() throws {
    let host = try #require(EffectHost(Flood.self, Layout(inputs: 0, outputs: 0)))
    let output = host.process(messages: [(0, .noteOn(channel: 0, note: 1, velocity: 1))], frames: 64)
    // A header of 16 bytes for the sequence, and for each event.
    #expect(output.events.count == (65_536 - 16) / (16 + 1000))
    #expect(output.events.allSatisfy { $0.body.count == 1000 })
  }
}

/// Sends the value of a property after each note, and before it the numbers of the URIs in the message.
private struct Announcer: Effect {
  static var events: EventKinds { EventKinds(midiInput: true, atomOutput: true) }

  private let peak: PatchSet
  private let (int, string): (UInt32, UInt32)
  private let numbers: InlineArray<7, UInt32>

  init(_ setup: Setup) {
    peak = PatchSet(setup, "urn:test#peak")
    int = setup.urid("http://lv2plug.in/ns/ext/atom#Int")
    string = setup.urid("http://lv2plug.in/ns/ext/atom#String")
    let patch = (
      setup.urid("http://lv2plug.in/ns/ext/patch#Set"), setup.urid("http://lv2plug.in/ns/ext/patch#property"),
      setup.urid("http://lv2plug.in/ns/ext/patch#value")
    )
    numbers = [
      patch.0, patch.1, patch.2, setup.urid("http://lv2plug.in/ns/ext/atom#URID"),
      setup.urid("http://lv2plug.in/ns/ext/atom#Float"), string, setup.urid("urn:test#peak"),
    ]
  }
  mutating func reset() {}
  mutating func receive(_ event: Event, at frame: Int, output: EventOutput) {
    for index in numbers.indices {
      withUnsafeBytes(of: numbers[index]) { _ = output.send(type: int, body: $0, at: frame) }
    }
    peak.send(Float(0.5), through: output, at: frame)
    let text: InlineArray<3, UInt8> = [65, 66, 0]
    withUnsafeBytes(of: text) { _ = peak.send(type: string, value: $0, through: output, at: frame + 1) }
  }
  mutating func run(_ block: Block<NoControls>) {}

  static var document: EffectDocument { .test }
}

extension EventOutputTests {
  /// The layout of the object is that of lv2/atom/atom.h.
  @Test func aPropertyIsAnnounced() throws {
    let host = try #require(EffectHost(Announcer.self, Layout(inputs: 0, outputs: 0)))
    let events = host.process(messages: [(3, .noteOn(channel: 0, note: 60, velocity: 1))], frames: 64).events
    func words(_ body: [UInt8]) -> [UInt32] {
      stride(from: 0, to: body.count - 3, by: 4).map { start in
        (0..<4).reduce(UInt32(0)) { $0 | UInt32(body[start + $1]) << (8 * UInt32($1)) }
      }
    }
    let ids = events.prefix(7).map { words($0.body)[0] }
    try #require(events.count == 9 && Set(ids).count == 7)
    #expect(events.suffix(2).map(\.frame) == [3, 4])
    #expect(events.suffix(2).allSatisfy { $0.type == "http://lv2plug.in/ns/ext/atom#Object" })
    let head: [UInt32] = [0, ids[0], ids[1], 0, 4, ids[3], ids[6], 0, ids[2], 0]
    #expect(words(events[7].body) == head + [4, ids[4], Float(0.5).bitPattern])
    #expect(words(events[8].body) == head + [3, ids[5]])
    #expect(events[8].body.suffix(3) == [65, 66, 0])
  }
}

/// Sends a hundred system exclusive messages of 1000 bytes.
private struct Flood: Effect {
  static var events: EventKinds { EventKinds(midiInput: true, midiOutput: true) }

  init(_ setup: Setup) {}
  mutating func reset() {}
  mutating func receive(_ event: Event, at frame: Int, output: EventOutput) {
    let bytes = [0xf0] + [UInt8](repeating: 1, count: 998) + [0xf7]
    for _ in 0..<100 { bytes.withUnsafeBytes { _ = output.send(bytes: $0, at: frame) } }
  }
  mutating func run(_ block: Block<NoControls>) {}

  static var document: EffectDocument { .test }
}
