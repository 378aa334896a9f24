import LV2Host
import Model
import Support
import TestHost

enum AtomInputFuzz: PluginCheck {
  enum Message: MessageKind {
    case readPastEnd, writtenInput, heapOverrun

    var text: MessageText {
      switch self {
      case .readPastEnd:
        MessageText(
          .error, .warning,
          rule: Rule(
            "\"An LV2_Atom has a 32-bit size and type, followed by a body of size bytes\", and nothing need follow the "
              + "last one",
            source: "atom: atom:Atom"),
          remedy:
            "Check the type and the size of each event in {the input} before its body is read, here of {the event}.")
      case .writtenInput:
        MessageText(
          .error,
          rule: Rule(
            "An input is \"a port connected to constant data which is read during run()\"",
            source: "lv2core: lv2:InputPort"),
          remedy: "Copy an event of {the input} to memory of the instance before it is changed.")
      case .heapOverrun:
        MessageText(
          .error,
          rule: Rule("A pointer into an object is valid up to the end of the object", source: "ISO C 6.5.6"),
          remedy:
            "Limit what is copied from an event to the heap block of {its size}, whose allocation the backtrace shows, "
            + "or allocate the block for the size of the event in work().")
      }
    }
  }

  static let id: CheckID = "atom.input-fuzz"
  /// For the same reason as MemHeapAccess.
  static let isolation = CheckIsolation.own
  static let text = CheckText(
    asserts: "The plug-in processes valid sequences with any events without a crash, a hang or a read past their end.",
    method: "Sends MIDI messages of all kinds, events and objects of unknown types, incomplete patch messages, and "
      + "time:Position with unusual values, in separate blocks. Sequences and heap blocks end at inaccessible pages. "
      + "Reading at most 16 bytes past the end is a warning, and so is a crash by a patch message that lacks its "
      + "value.",
    details: "MIDI: every status with several data bytes, and system exclusive messages of several lengths. Unknown "
      + "events have bodies of 0 to 64 bytes; objects have no properties or unknown ones. Patch messages lack the "
      + "property or the value, have a value of another type or another subject, or put an object. "
      + "Positions have negative, zero, huge and missing numbers, and numbers of other types.",
    level: CheckLevel(5, "Controllers send events of all kinds."))

  static let provocation = Provocation(
    MessageText(
      .error, .warning,
      rule: Rule(
        "\"Implementations SHOULD gracefully pass through, or ignore, atoms with unknown types\"; a sequence can "
          + "contain events of any type with any values",
        source: "atom: atom:Atom, atom:Sequence"),
      remedy:
        "Test every pointer from lv2_atom_object_get() for NULL. Check the type and the size of an event before its "
        + "body is read, and a number before it becomes a divisor, an index, a size or a loop count."),
    exercise: .stimulus)

  static func inapplicability(in context: PluginContext) -> String? {
    context.plugin.sequencePorts(.input).isEmpty ? "the plug-in has no atom input for sequences" : nil
  }

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let reason = inapplicability(in: context) { return .skipped(reason) }
    let ports = context.plugin.sequencePorts(.input)
    let (findings, block) = try GuardedHeap.run { try accesses(ports, context) }
    return .findings {
      findings
      if let block {
        finding(
          .heapOverrun,
          "The plug-in wrote past the end of a heap block of \(block.size.counted("byte")) after it received events. "
            + "The backtrace shows the allocation of the block.", naming: [block.size.counted("byte")], call: "run()",
          seed: context.seed, backtrace: block.backtrace)
      }
    }
  }

  /// In bytes: a host's buffer is rarely full to the last bytes, so a plug-in that reads no further reads other data.
  private static let nearDistance = 16

  private static func accesses(_ ports: [PortDescription], _ context: PluginContext) throws -> [Finding] {
    var generator = context.generator(for: id)
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    WatchedEvent.reset()
    instance.activate()
    instance.watch = .buffers
    let blocks = EventFuzz.blocks(context, &generator)
    for block in blocks {
      CrashRecord.note(activity: block.name, isExtreme: block.isInvalid)
      try send(block.events, to: ports, instance, context)
    }
    instance.connectAll()
    func distance(_ access: WatchedEvent) -> Int {
      access.offset - EventFuzz.size(of: blocks[access.block.index].events)
    }
    func isNear(_ access: WatchedEvent) -> Bool { access.isRead && distance(access) < nearDistance }
    let accesses = farthest(GuardedSequence.accesses(separatingBlocks: true), distance)
    instance.watch = []
    instance.deactivate()
    instance.cleanup()
    return findings(
      of: accesses, in: "run()", context, message: { $0.isRead ? .readPastEnd : .writtenInput },
      severity: { isNear($0) ? .warning : nil },
      reason: {
        isNear($0) ? "This is a warning because all reads are at most \(nearDistance) bytes past the end." : nil
      },
      expected: "expected reads inside the sequence only",
      naming: { group in
        let input = "input \(context.name(group.event.port))"
        return group.event.isRead ? [input, blocks[group.event.block.index].name] : [input]
      },
      action: { access in
        "\(access.isRead ? "read past the end of" : "wrote to") the sequence of input \(context.name(access.port)) "
          + "with \(blocks[access.block.index].name)"
      })
  }

  /// The accesses, those of all blocks at one place combined into the one that is farthest past the end.
  private static func farthest(
    _ accesses: [WatchedEvent], _ distance: (WatchedEvent) -> Int
  ) -> [WatchedEvent] {
    accesses.reduce(into: []) { farthest, access in
      guard let known = farthest.firstIndex(where: { $0.isSamePlace(as: access) && $0.port == access.port }) else {
        return farthest.append(access)
      }
      let count = farthest[known].count + access.count
      if distance(access) > distance(farthest[known]) { farthest[known] = access }
      farthest[known].count = count
    }
  }

  /// Runs one block with the events in all atom inputs.
  private static func send(
    _ events: [EventFuzz.Event], to ports: [PortDescription], _ instance: InstanceUnderTest, _ context: PluginContext
  ) throws(HostError) {
    let length = instance.configuration.maximumBlockLength
    let size = EventFuzz.size(of: events)
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

/// Unusual events. All are valid atoms.
enum EventFuzz {
  struct Event {
    let type: UInt32
    let body: [UInt8]
  }

  /// The events of one block.
  struct Block {
    /// In messages.
    let name: String
    let events: [Event]
    /// Whether an event lacks a property that its type requires, so that no host sends it on purpose.
    let isInvalid: Bool

    init(_ name: String, _ events: [Event], isInvalid: Bool = false) {
      self.name = name
      self.events = events
      self.isInvalid = isInvalid
    }
  }

  typealias Property = (key: UInt32, type: UInt32, value: [UInt8])

  private static let types = InstanceUnderTest.atomTypes

  /// The size of a sequence of these events, in bytes.
  static func size(of events: [Event]) -> Int { events.reduce(16) { $0 + ((16 + $1.body.count + 7) & ~7) } }

  static func blocks(_ context: PluginContext, _ generator: inout SplitMix64) -> [Block] {
    midi() + unknown(&generator) + objects() + patches(context) + positions()
      + [Block("MIDI messages of all kinds in one block", midi().flatMap(\.events))]
  }

  /// Every status byte, with minimum, middle and maximum data.
  private static func midi() -> [Block] {
    let values: [UInt8] = [0, 1, 63, 64, 120, 123, 126, 127]
    func events(_ messages: [[UInt8]]) -> [Event] { messages.map { Event(type: types.midiEvent, body: $0) } }
    var blocks: [Block] = (UInt8(0x80)..<0xF0).map { status in
      let isShort = status & 0xF0 == 0xC0 || status & 0xF0 == 0xD0
      let messages: [[UInt8]] = values.flatMap { first in
        isShort ? [[status, first]] : [0, 64, 127].map { [status, first, $0] }
      }
      return Block("MIDI messages with the status \(String(status, radix: 16, uppercase: true))", events(messages))
    }
    let system: [[UInt8]] = [
      [0xF1, 0x7F], [0xF2, 0x7F, 0x7F], [0xF3, 0x7F], [0xF6], [0xF8], [0xFA], [0xFB], [0xFC], [0xFE], [0xFF],
    ]
    blocks.append(Block("MIDI system messages F1 to FF", events(system)))
    // Controllers 120 and 123, among all others, end the notes.
    blocks.append(Block("all MIDI controllers with the value 127", events((0...127).map { [0xB0, $0, 127] })))
    blocks += [0, 1, 2, 7, 250, 2000].map { count in
      let message: [UInt8] = [0xF0] + Array(repeating: 0x7F, count: count) + [0xF7]
      return Block("a MIDI system exclusive message of \(message.count.counted("byte"))", events([message]))
    }
    return blocks
  }

  private static func unknown(_ generator: inout SplitMix64) -> [Block] {
    let unknown = InstanceUnderTest.map.id(of: "urn:lv2val:no-such-type")
    let known = [
      types.int, types.float, types.string, types.chunk, types.tuple, types.urid, types.vector, types.sequence,
    ]
    let blocks: [Block] = [0, 1, 2, 3, 4, 8, 16, 64].map { size in
      let body = (0..<size).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      return Block("an event of an unknown type with \(size.counted("byte"))", [Event(type: unknown, body: body)])
    }
    // Sizes that are valid for each of these types; the zeros terminate a text.
    let empty: [UInt32: [UInt8]] = [types.vector: vector, types.tuple: []]
    let events = known.map { Event(type: $0, body: empty[$0] ?? Array(repeating: 0, count: 8)) }
    return blocks + [Block("numbers, texts and containers outside of an object", events)]
  }

  /// A vector of no elements.
  private static var vector: [UInt8] { bytes(UInt32(4)) + bytes(types.float) }

  private static func objects() -> [Block] {
    let unknown = InstanceUnderTest.map.id(of: "urn:lv2val:no-such-object")
    let kinds = [
      ("an object of an unknown type", unknown), ("time:Position", types.position), ("patch:Set", types.patchSet),
      ("patch:Get", types.patchGet), ("patch:Put", InstanceUnderTest.map.id(of: URI.Patch.put)),
    ]
    let text = (unknown, types.string, Array("x".utf8) + [0])
    // These require a value or a body.
    let incomplete = [types.patchSet, InstanceUnderTest.map.id(of: URI.Patch.put)]
    return kinds.map {
      Block("\($0.0) without properties", [object($0.1, [])], isInvalid: incomplete.contains($0.1))
    }
      + kinds.map {
        Block("\($0.0) with an unknown property only", [object($0.1, [text])], isInvalid: incomplete.contains($0.1))
      }
  }

  private static func patches(_ context: PluginContext) -> [Block] {
    let parameters = ["urn:lv2val:no-such-parameter"] + context.plugin.parameters.prefix(16)
    let values: [(name: String, type: UInt32, bytes: [UInt8])] = [
      ("the atom:Float NaN", types.float, bytes(Float.nan)), ("the smallest atom:Int", types.int, bytes(Int32.min)),
      ("the largest atom:Long", types.long, bytes(Int64.max)),
      ("an infinite atom:Double", types.double, bytes(Double.infinity)),
      ("the atom:Bool 7", types.bool, bytes(Int32(7))), ("an empty atom:String", types.string, [0]),
      ("an atom:String of 3000 characters", types.string, Array(repeating: 120, count: 3000) + [0]),
      ("an atom:Path without a file", types.path, Array("/nowhere/to/be/found".utf8) + [0]),
      ("an empty atom:Path", types.path, [0]),
      ("the largest atom:URID", types.urid, bytes(UInt32.max)), ("an atom:Chunk of 0 bytes", types.chunk, []),
      ("an empty atom:Tuple", types.tuple, []), ("an empty atom:Vector", types.vector, vector),
    ]
    var blocks: [Block] = []
    for parameter in parameters {
      let named = (types.patchProperty, types.urid, bytes(InstanceUnderTest.map.id(of: parameter)))
      let name = "patch:Set without patch:value of <\(parameter)>"
      blocks.append(Block(name, [object(types.patchSet, [named])], isInvalid: true))
      blocks.append(Block("patch:Get of <\(parameter)>", [object(types.patchGet, [named])]))
      blocks += values.map { value in
        let event = object(types.patchSet, [named, (types.patchValue, value.type, value.bytes)])
        return Block("patch:Set of <\(parameter)> to \(value.name)", [event])
      }
    }
    let anonymous = values.map { object(types.patchSet, [(types.patchValue, $0.type, $0.bytes)]) }
    blocks.append(Block("patch:Set without patch:property, with values of all types", anonymous))
    blocks += subjects(context) + puts(context)
    let number = object(types.patchSet, [(types.patchProperty, types.float, bytes(Float(1)))])
    blocks.append(Block("patch:Set with a number as patch:property", [number], isInvalid: true))
    return blocks
  }

  /// Messages about the plug-in and about another subject.
  private static func subjects(_ context: PluginContext) -> [Block] {
    let map = InstanceUnderTest.map
    let subjects = [("the plug-in", context.plugin.uri), ("another plug-in", "urn:lv2val:another-plug-in")]
    return subjects.flatMap { name, uri in
      let subject = (types.patchSubject, types.urid, bytes(map.id(of: uri)))
      let property = (types.patchProperty, types.urid, bytes(map.id(of: context.plugin.parameters.first ?? uri)))
      return [
        Block("patch:Get of \(name)", [object(types.patchGet, [subject])]),
        Block(
          "patch:Set of \(name)",
          [object(types.patchSet, [subject, property, (types.patchValue, types.float, bytes(Float(0)))])]),
      ]
    }
  }

  /// patch:Put with bodies that are an object without properties, one with the parameters, and not an object.
  private static func puts(_ context: PluginContext) -> [Block] {
    let properties = context.plugin.parameters.prefix(16).map { parameter -> Property in
      (InstanceUnderTest.map.id(of: parameter), types.float, bytes(Float(0)))
    }
    func put(_ type: UInt32, _ body: [UInt8]) -> [Event] { [object(types.patchPut, [(types.patchBody, type, body)])] }
    return [
      Block("patch:Put of an object without properties", put(types.object, object(0, []).body)),
      Block("patch:Put of an object with all parameters", put(types.object, object(0, properties).body)),
      Block("patch:Put of a number", put(types.int, bytes(Int32(1))), isInvalid: true),
    ]
  }

  private static func positions() -> [Block] {
    TransportFuzz(types).positions.map { Block($0.name, [object(types.position, $0.properties)]) }
  }

  private static func object(_ kind: UInt32, _ properties: [Property]) -> Event {
    var object = AtomObject(type: kind)
    for (key, type, value) in properties { object.set(key, type, bytes: value) }
    return Event(type: types.object, body: object.body)
  }

  static func bytes<T: BitwiseCopyable>(_ value: T) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
}
