import CProbe
import LV2Host
import TestHost
import ValidationModel

enum AtomInputFuzz: PluginCheck {
  static let id: CheckID = "atom.input-fuzz"
  /// As mem.heap-access.
  static let isolation = CheckIsolation.own
  static let text = CheckText(
    asserts:
      "Sound sequences of whatever events neither crash nor hang the plug-in, nor are they read beyond their end.",
    rule: "A sequence may hold events of any type; a plug-in passes over those that it does not know",
    source: "lv2/atom/atom.h: LV2_Atom_Sequence; atom.meta.ttl: atom:supports",
    method: """
      Sends, in blocks of their own: every MIDI status with several data bytes, system exclusive messages of several \
      lengths, events of unknown types with bodies of 0 to 64 bytes, objects of unknown types and without properties, \
      patch messages without property or value or with a value of another type, and time:Position with negative, zero, \
      huge and missing numbers, and numbers of other types. Every sequence ends at an inaccessible page, and so do the \
      blocks of the heap, as in mem.heap-access.
      """,
    remedy: "Look at type and size of every event before its body, and at every number before it divides or indexes.",
    severities: [.error])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let ports = context.plugin.sequencePorts(.input)
    guard !ports.isEmpty else { return .skipped("it has no atom input for sequences") }
    let (findings, overrun) = try MemHeapAccess.fenced(context, during: id, for: self) {
      try accesses(ports, context)
    }
    return .findings(findings + [overrun].compactMap { $0 })
  }

  private static func accesses(_ ports: [PortDescription], _ context: PluginContext) throws -> [Finding] {
    var generator = context.generator(for: id)
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    probe_event_reset()
    instance.activate()
    instance.watch = .buffers
    var block = 0
    for (stage, batch) in EventFuzz(context, &generator).batches {
      CrashRecord.note(activity: stage)
      for events in batch { try send(events, to: ports, instance, context, &block) }
    }
    instance.connectAll()
    let accesses = GuardedSequence.accesses()
    instance.watch = []
    instance.deactivate()
    instance.cleanup()
    return findings(
      of: accesses, in: "run()", context, severity: { _ in .error },
      message: { event in
        let port = context.name(Int(Int64(bitPattern: event.argument)))
        return "It \(event.kind == .bufferRead ? "reads beyond" : "writes to") the sequence of input \(port)"
      })
  }

  /// Runs one block with the events in all inputs.
  private static func send(
    _ events: [EventFuzz.Event], to ports: [PortDescription], _ instance: InstanceUnderTest, _ context: PluginContext, _ block: inout Int
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
    block += 1
  }
}
