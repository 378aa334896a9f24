import LV2Host
import Support
import TestHost
import ValidationModel

enum AtomInputFuzz: PluginCheck {
  enum Message: MessageKind { case readPastEnd, writtenInput, heapOverrun }

  static let id: CheckID = "atom.input-fuzz"
  /// For the same reason as MemHeapAccess.
  static let isolation = CheckIsolation.own
  static let text = CheckText(
    asserts: "The plug-in processes valid sequences with any events without a crash, a hang or a read past their end.",
    rule: "A sequence can contain events of any type; a plug-in ignores those that it does not know",
    source: "lv2/atom/atom.h: LV2_Atom_Sequence; atom.meta.ttl: atom:supports",
    method: "Sends MIDI messages of all kinds, events and objects of unknown types, incomplete patch messages, and "
      + "time:Position with unusual values, in separate blocks. Sequences and heap blocks end at inaccessible pages.",
    details: "MIDI: every status with several data bytes, and system exclusive messages of several lengths. Unknown "
      + "events have bodies of 0 to 64 bytes; objects have no properties or unknown ones. Patch messages lack the "
      + "property or the value, or have a value of another type. Positions have negative, zero, huge and missing "
      + "numbers, and numbers of other types.",
    remedy: "Check the type and size of every event before you read its body, and every number before you use it as a "
      + "divisor or an index.",
    level: CheckLevel(5, "Controllers send events of all kinds."),
    severities: [.error])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let ports = context.plugin.sequencePorts(.input)
    guard !ports.isEmpty else { return .skipped("the plug-in has no atom input for sequences") }
    let (findings, block) = try GuardedHeap.run { try accesses(ports, context) }
    return .findings {
      findings
      if let block {
        finding(
          .heapOverrun, .error,
          "The plug-in wrote past the end of a heap block of \(block.size) bytes after it received events. The backtrace "
            + "shows the allocation of the block.", call: "run()", seed: context.seed, backtrace: block.backtrace)
      }
    }
  }

  private static func accesses(_ ports: [PortDescription], _ context: PluginContext) throws -> [Finding] {
    var generator = context.generator(for: id)
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    WatchedEvent.reset()
    instance.activate()
    instance.watch = .buffers
    for (activity, batch) in EventFuzz.batches(context, &generator) {
      CrashRecord.note(activity: activity)
      for events in batch { try send(events, to: ports, instance, context) }
    }
    instance.connectAll()
    let accesses = GuardedSequence.accesses()
    instance.watch = []
    instance.deactivate()
    instance.cleanup()
    return findings(
      of: accesses, in: "run()", context, message: { $0.isRead ? .readPastEnd : .writtenInput },
      expected: "expected it to read complete events only",
      action: { "\($0.isRead ? "read past the end of" : "wrote to") the sequence of input \(context.name($0.port))" })
  }

  /// Runs one block with the events in all atom inputs.
  private static func send(
    _ events: [EventFuzz.Event], to ports: [PortDescription], _ instance: InstanceUnderTest, _ context: PluginContext
  ) throws(HostError) {
    let length = instance.configuration.maximumBlockLength
    let size = events.reduce(16) { $0 + ((16 + $1.body.count + 7) & ~7) }
    var inputs: [GuardedSequence] = []
    instance.fill(context.noise, from: instance.blockIndex * length, count: length)
    instance.prepareAtoms()
    for port in ports {
      let input = try GuardedSequence(port, capacity: size, access: .readOnly)
      for (index, event) in events.enumerated() {
        let frame = Int64(index * length / max(1, events.count))
        event.body.withUnsafeBytes { _ = input.sequence.append(frame: frame, type: event.type, body: $0) }
      }
      instance.connect(port.index, to: input.buffer.data)
      inputs.append(input)
    }
    instance.run(length)
    withExtendedLifetime(inputs) {}
  }
}

/// Unusual events that a host may send. All are valid atoms.
private enum EventFuzz {
  struct Event {
    let type: UInt32
    let body: [UInt8]
  }

  private static let types = InstanceUnderTest.atomTypes

  /// The events by activity: each element of a batch is one block.
  static func batches(
    _ context: PluginContext, _ generator: inout SplitMix64
  ) -> [(activity: String, batch: [[Event]])] {
    [
      ("MIDI messages", midi()), ("events of unknown types", unknown(&generator)), ("unusual objects", objects()),
      ("unusual patch messages", patches(context)), ("unusual transport positions", positions()),
      ("events of all kinds at once", [midi().flatMap(\.self)]),
    ]
  }

  /// Every status byte, with minimum, middle and maximum data.
  private static func midi() -> [[Event]] {
    let values: [UInt8] = [0, 1, 63, 64, 120, 123, 126, 127]
    func events(_ messages: [[UInt8]]) -> [Event] { messages.map { Event(type: types.midiEvent, body: $0) } }
    var blocks = (UInt8(0x80)..<0xF0).map { status in
      let isShort = status & 0xF0 == 0xC0 || status & 0xF0 == 0xD0
      return events(
        values.flatMap { first in isShort ? [[status, first]] : [0, 64, 127].map { [status, first, $0] } })
    }
    let system: [[UInt8]] = [
      [0xF1, 0x7F], [0xF2, 0x7F, 0x7F], [0xF3, 0x7F], [0xF6], [0xF8], [0xFA], [0xFB], [0xFC], [0xFE], [0xFF],
    ]
    blocks.append(events(system))
    // Controllers 120 and 123, among all others, end the notes.
    blocks.append(events((0...127).map { [0xB0, $0, 127] }))
    blocks += [0, 1, 2, 7, 250, 2000].map { count in
      events([[0xF0] + Array(repeating: 0x7F, count: count) + [0xF7]])
    }
    return blocks
  }

  private static func unknown(_ generator: inout SplitMix64) -> [[Event]] {
    let unknown = InstanceUnderTest.map.id(of: "urn:lv2val:no-such-type")
    let known = [
      types.int, types.float, types.string, types.chunk, types.tuple, types.urid, types.vector, types.sequence,
    ]
    let blocks = [0, 1, 2, 3, 4, 8, 16, 64].map { size in
      [Event(type: unknown, body: (0..<size).map { _ in UInt8(truncatingIfNeeded: generator.next()) })]
    }
    // Sizes that are valid for each of these types; the zeros terminate a text.
    let empty: [UInt32: [UInt8]] = [types.vector: vector, types.tuple: []]
    return blocks + [known.map { Event(type: $0, body: empty[$0] ?? Array(repeating: 0, count: 8)) }]
  }

  /// A vector of no elements.
  private static var vector: [UInt8] { bytes(UInt32(4)) + bytes(types.float) }

  private static func objects() -> [[Event]] {
    let unknown = InstanceUnderTest.map.id(of: "urn:lv2val:no-such-object")
    let kinds = [unknown, types.position, types.patchSet, types.patchGet, InstanceUnderTest.map.id(of: URI.Patch.put)]
    return kinds.map { [object($0, [])] }
      + kinds.map { [object($0, [(unknown, types.string, Array("x".utf8) + [0])])] }
  }

  private static func patches(_ context: PluginContext) -> [[Event]] {
    let known = context.plugin.parameters.map { InstanceUnderTest.map.id(of: $0) }
    let unknown = InstanceUnderTest.map.id(of: "urn:lv2val:no-such-parameter")
    let values: [(UInt32, [UInt8])] = [
      (types.float, bytes(Float.nan)), (types.int, bytes(Int32.min)), (types.long, bytes(Int64.max)),
      (types.double, bytes(Double.infinity)), (types.bool, bytes(Int32(7))), (types.string, [0]),
      (types.string, Array(repeating: 120, count: 3000) + [0]), (types.path, Array("/nowhere/to/be/found".utf8) + [0]),
      (types.urid, bytes(UInt32.max)), (types.chunk, []), (types.tuple, []), (types.vector, vector),
    ]
    var blocks: [[Event]] = []
    for property in known.prefix(16) + [unknown] {
      let named = (types.patchProperty, types.urid, bytes(property))
      blocks.append([object(types.patchSet, [named]), object(types.patchGet, [named])])
      blocks.append(values.map { object(types.patchSet, [named, (types.patchValue, $0.0, $0.1)]) })
    }
    blocks.append(values.map { object(types.patchSet, [(types.patchValue, $0.0, $0.1)]) })
    blocks.append([object(types.patchSet, [(types.patchProperty, types.float, bytes(Float(1)))])])
    return blocks
  }

  private static func positions() -> [[Event]] {
    func position(
      frame: Int64 = 0, speed: Float = 1, bar: Int64 = 0, beat: Float = 0, unit: Int32 = 4, perBar: Float = 4,
      tempo: Float = 120
    ) -> [Event] {
      let properties = [
        (types.frame, types.long, bytes(frame)), (types.speed, types.float, bytes(speed)),
        (types.bar, types.long, bytes(bar)), (types.barBeat, types.float, bytes(beat)),
        (types.beatUnit, types.int, bytes(unit)), (types.beatsPerBar, types.float, bytes(perBar)),
        (types.beatsPerMinute, types.float, bytes(tempo)),
      ]
      return [object(types.position, properties)]
    }
    let keys: [UInt32] = [
      types.frame, types.speed, types.bar, types.barBeat, types.beatUnit, types.beatsPerBar, types.beatsPerMinute,
    ]
    let single = keys.map { [object(types.position, [($0, types.float, bytes(Float(2)))])] }
    let others = keys.map { [object(types.position, [($0, types.string, Array("x".utf8) + [0])])] }
    return [
      position(frame: -48_000, bar: -2, beat: 1.5), position(speed: 0), position(speed: -1), position(speed: 1e6),
      position(unit: 0), position(unit: -4), position(unit: 3), position(perBar: 0), position(perBar: -3),
      position(perBar: 7.5), position(tempo: 0), position(tempo: -120), position(tempo: 1e9), position(tempo: 1e-9),
      position(frame: .max, bar: .max, beat: .greatestFiniteMagnitude), position(frame: .min, bar: .min, beat: -1e30),
      position(beat: 1000), position(),
    ] + single + others + [position()]
  }

  private static func object(_ kind: UInt32, _ properties: [(UInt32, UInt32, [UInt8])]) -> Event {
    var body = bytes(UInt32(0)) + bytes(kind)
    for (key, type, value) in properties {
      body += bytes(key) + bytes(UInt32(0)) + bytes(UInt32(value.count)) + bytes(type) + value
      while body.count % 8 != 0 { body.append(0) }
    }
    return Event(type: types.object, body: body)
  }

  private static func bytes<T: BitwiseCopyable>(_ value: T) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
}
