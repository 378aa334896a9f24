import CProbe
import LV2Host
import Support
import TestHost
import ValidationModel

enum AtomOutput: PluginCheck {
  static let id: CheckID = "atom.output"
  static let text = CheckText(
    asserts:
      "What comes out of an atom port is a sequence, complete down to the atoms within, in time order, within its "
      + "buffer and within the block; the types of its events were mapped, and its MIDI messages are valid.",
    rule:
      "A plug-in writes a complete atom, header included, to each output, no larger than the chunk that it finds there; "
      + "the times of a sequence's events are frames of the block, in order; \"the writer is responsible for writing "
      + "valid messages\" of MIDI, each complete and with its own status byte",
    source: "atom.meta.ttl: atom:AtomPort, atom:Sequence; midi.meta.ttl: midi:MidiEvent; lv2/atom/atom.h: LV2_Atom, "
      + "LV2_Atom_Sequence",
    method: """
      Plays noise, MIDI, the transport, parameters and controls, with blocks of several lengths, then chords whose \
      notes begin and end at the first frame, at a third of the block, two of them, and at the last frame, with \
      output buffers that end at an inaccessible page, and reads every sequence, and every atom in it of a type that \
      the specification defines. A MIDI message is to have all the bytes of its status, none of them above 127 \
      behind it. Events outside the block, and outputs that are left as they were, are warnings: hosts get over \
      them.
      """,
    remedy:
      "Begin each run with lv2_atom_forge_set_buffer() and a sequence head, check what the forge returns, and give "
      + "events the frames of their block. Map the types of events in instantiate().",
    severities: [.error, .warning])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard !context.plugin.sequencePorts(.output).isEmpty else { return .skipped("it has no atom output for sequences") }
    let folder = try TemporaryFolder()
    let file = try folder.writeSound()
    let search = try SequenceSearch(context)
    search.instance.randomizeState(context, for: id, file: file) { search.look() }
    search.playShortBlocks(context)
    search.playChords(context)
    return .findings(
      search.seen.map { seen in
        finding(
          seen.severity, "The sequence of output '\(seen.port)' \(seen.text).", count: seen.count, call: "run()",
          block: seen.block, seed: context.seed)
      }
        + findings(
          of: search.accesses, in: "run()", context, severity: { _ in .error },
          message: { event in
            let port = context.name(Int(Int64(bitPattern: event.argument)))
            return "It \(event.kind == .bufferRead ? "reads" : "writes") beyond the buffer of output \(port)"
          }))
  }
}

/// Looks at what a plug-in writes to its atom outputs, block by block.
private final class SequenceSearch {
  struct Seen {
    let port: String
    let severity: Severity
    let text: String
    let block: Finding.Block
    var count = 1
  }

  let instance: InstanceUnderTest
  private(set) var seen: [Seen] = []
  private let outputs: [GuardedSequence]
  /// Of what is in `seen`: the port and what kind of fault.
  private var kinds: [String] = []

  init(_ context: PluginContext) throws(HostError) {
    instance = try InstanceUnderTest(context, InstanceSetup(context))
    let size = (instance.configuration.sequenceSize + 7) & ~7
    var outputs: [GuardedSequence] = []
    for port in context.plugin.sequencePorts(.output) {
      outputs.append(try GuardedSequence(port, capacity: size, access: .readWrite))
    }
    self.outputs = outputs
    probe_event_reset()
    instance.activate()
    instance.watch = .buffers
    for output in outputs {
      instance.connect(output.port.index, to: output.data)
      output.sequence.prepareForOutput()
    }
  }

  /// What was accessed beyond the buffers.
  var accesses: [WatchedEvent] { GuardedSequence.accesses() }

  /// Reads the outputs of the last block, and readies them for the next.
  func look() { look(frames: instance.configuration.maximumBlockLength) }

  /// Noise and notes in blocks of several lengths.
  func playShortBlocks(_ context: PluginContext) {
    instance.play(
      context.noise, frames: 8 * 1024, blocks: .cycle([1, 64, 3, 17]),
      after: { _, length in self.look(frames: length) })
  }

  /// Blocks in each of which several notes begin, or end, at different frames and at the same.
  func playChords(_ context: PluginContext) {
    guard let midiInput = instance.midiInput, let input = instance.atom(midiInput) else { return }
    let length = instance.configuration.maximumBlockLength
    let frames = [0, length / 3, length / 3, length - 1]
    for block in 0..<8 {
      instance.fill(context.noise, from: block * length, count: length)
      instance.prepareAtoms()
      for (note, frame) in zip([60, 64, 67, 72] as [UInt8], frames) {
        input.sequence.append(midi: [block % 2 == 0 ? 0x90 : 0x80, note, 100], frame: Int64(frame))
      }
      instance.run(length)
      look()
    }
  }

  private func look(frames: Int) {
    let block = Finding.Block(index: instance.blockIndex - 1, frames: frames)
    for output in outputs {
      let symbol = output.port.symbol
      if output.sequence.isUntouched {
        note(symbol, .warning, "is missing: the buffer was left as the host made it", kind: "missing", block)
      } else if !output.sequence.isSequence && !output.holdsListedType {
        let severity: Severity = output.sequence.isNull ? .warning : .error
        note(symbol, severity, "is none: the atom is of another type", kind: "type", block)
      }
      output.sequence.forEachEvent { event in
        guard event.type != 0, InstanceUnderTest.map.uri(of: event.type) == nil else { return }
        note(symbol, .error, "has an event of type \(event.type), which was never mapped", kind: "stranger", block)
      }
      for fault in output.sequence.faults(frames: frames) {
        let severity: Severity = fault.kind == .outside ? .warning : .error
        note(symbol, severity, fault.text, kind: "\(fault.kind)", block)
      }
      output.sequence.prepareForOutput()
      output.protect()
    }
  }

  /// The first of a kind at a port is told, the others are counted.
  private func note(_ port: String, _ severity: Severity, _ text: String, kind: String, _ block: Finding.Block) {
    let kind = "\(port) \(kind)"
    if let index = kinds.firstIndex(of: kind) {
      seen[index].count += 1
    } else {
      kinds.append(kind)
      seen.append(Seen(port: port, severity: severity, text: text, block: block))
    }
  }
}
