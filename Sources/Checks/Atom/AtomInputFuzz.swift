import LV2Host
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
    var block = 0
    for (activity, batch) in EventFuzz.batches(context, &generator) {
      CrashRecord.note(activity: activity)
      for events in batch {
        try send(events, to: ports, instance, context, block)
        block += 1
      }
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
    _ events: [EventFuzz.Event], to ports: [PortDescription], _ instance: InstanceUnderTest, _ context: PluginContext,
    _ block: Int
  ) throws(HostError) {
    let length = instance.configuration.maximumBlockLength
    let size = events.reduce(16) { $0 + ((16 + $1.body.count + 7) & ~7) }
    var inputs: [GuardedSequence] = []
    instance.fill(context.noise, from: block * length, count: length)
    instance.prepareAtoms()
    for port in ports {
      let input = try GuardedSequence(port, capacity: size, access: .readOnly)
      for (index, event) in events.enumerated() {
        let frame = Int64(index * length / max(1, events.count))
        event.body.withUnsafeBytes { _ = input.sequence.append(frame: frame, type: event.type, body: $0) }
      }
      instance.connect(port.index, to: input.data)
      inputs.append(input)
    }
    instance.run(length)
    withExtendedLifetime(inputs) {}
  }
}
