import LV2Host
import Model
import Support
import TestHost

enum AtomOutput: PluginCheck {
  enum Message: MessageKind {
    case missing, notASequence, unmappedType, incomplete, midiMessage, order, outsideBlock, readPastEnd, writePastEnd
  }

  static let id: CheckID = "atom.output"
  static let text = CheckText(
    asserts:
      "Each atom output has a complete sequence with mapped types, in time order, inside its buffer and the block.",
    rule:
      "A plug-in writes a complete atom to each output, no larger than the chunk that the host provides. The times of "
      + "events are frames of the block, in order. For MIDI, \"the writer is responsible for writing valid messages\"",
    source: "atom.meta.ttl: atom:AtomPort, atom:Sequence; midi.meta.ttl: midi:MidiEvent; lv2/atom/atom.h: LV2_Atom, "
      + "LV2_Atom_Sequence",
    method: "Plays noise, MIDI, transport, parameters and controls in blocks of several lengths, and chords, with "
      + "output buffers that end at an inaccessible page. Reads every output sequence and every atom of a type that "
      + "the specification defines. A MIDI message must have all bytes of its status.",
    details: "The notes of the chords begin and end at the first frame, twice at a third of the block, and at the last "
      + "frame. Data bytes of a MIDI message must not exceed 127. An event outside the block, and an output that the "
      + "plug-in did not write, are warnings because hosts tolerate them.",
    remedy: "Begin each run() with lv2_atom_forge_set_buffer() and a sequence head, and check the results of the "
      + "forge. Give events the frames of their block. Map the types of events in instantiate().",
    level: CheckLevel(4, "Hosts reject events that are not valid, or crash."),
    severities: [.error, .warning])

  /// Nil for that of the check.
  fileprivate static func remedy(for message: Message) -> String? {
    switch message {
    case .unmappedType: "Map the types of all events with urid:map in instantiate()."
    case .midiMessage:
      "Write complete MIDI messages: the number of data bytes that the status requires, each up to 127, and F7 at the end "
        + "of a system exclusive message."
    case .order: "Write events in the order of their times, also those of different voices or sources."
    case .outsideBlock: "Give events times from 0 to the last frame of the block."
    case .missing, .notASequence, .incomplete, .readPastEnd, .writePastEnd: nil
    }
  }

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard !context.plugin.sequencePorts(.output).isEmpty else {
      return .skipped("the plug-in has no atom output for sequences")
    }
    let folder = try TemporaryFolder()
    let file = try folder.writeSound()
    let search = try SequenceSearch(context)
    search.instance.randomizeState(context, for: id, file: file) { search.examine() }
    search.playShortBlocks()
    search.playChords()
    let accesses = GuardedSequence.accesses()
    return .findings {
      search.findings
      findings(
        of: accesses, in: "run()", context, message: { $0.isRead ? .readPastEnd : .writePastEnd },
        expected: "expected it to stay inside",
        action: { "\($0.isRead ? "read" : "wrote") past the end of the buffer of output \(context.name($0.port))" })
    }
  }
}

/// Examines what a plug-in writes to its atom outputs, block by block.
private final class SequenceSearch {
  let instance: InstanceUnderTest
  /// The first finding of each kind at each port; the others are counted.
  private(set) var findings: [Finding] = []
  private let context: PluginContext
  private let outputs: [GuardedSequence]

  init(_ context: PluginContext) throws(HostError) {
    self.context = context
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    outputs = try instance.activateWithGuardedOutputs { _ in instance.configuration.sequenceSize }
    self.instance = instance
  }

  func playShortBlocks() {
    instance.play(
      context.noise, frames: 8 * 1024, blocks: [1, 64, 3, 17],
      after: { _, length in self.examine(frames: length) })
  }

  /// Plays blocks in which several notes begin, or end, at different frames and at the same frame.
  func playChords() {
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
      examine()
    }
  }

  /// Examines the outputs of the last block, which has the longest length unless another is given, and prepares them for
  /// the next one.
  func examine(frames length: Int? = nil) {
    let frames = length ?? instance.configuration.maximumBlockLength
    let block = Finding.Block(index: instance.blockIndex - 1, frames: frames)
    for output in outputs {
      let symbol = output.port.symbol
      if output.sequence.isUntouched {
        add(symbol, .missing, .warning, "was not written: the buffer is as the host prepared it", block)
      } else if !output.sequence.isSequence && !output.holdsListedType {
        let severity: Severity = output.sequence.isNull ? .warning : .error
        add(symbol, .notASequence, severity, "is an atom of another type; expected atom:Sequence", block)
      }
      output.sequence.forEachEvent { event in
        guard event.type != 0, InstanceUnderTest.map.uri(of: event.type) == nil else { return }
        add(symbol, .unmappedType, .error, "has an event of the type \(event.type), which was never mapped", block)
      }
      for violation in output.sequence.violations(frames: frames) {
        let (message, severity): (AtomOutput.Message, Severity) =
          switch violation.kind {
          case .incomplete: (.incomplete, .error)
          case .message: (.midiMessage, .error)
          case .order: (.order, .error)
          case .outside: (.outsideBlock, .warning)
          }
        add(symbol, message, severity, violation.text, block)
      }
      output.sequence.prepareForOutput()
      output.buffer.protect()
    }
  }

  private func add(
    _ port: String, _ message: AtomOutput.Message, _ severity: Severity, _ text: String, _ block: Finding.Block
  ) {
    let finding: Finding = AtomOutput.runFinding(
      message, severity, about: port, context, "The sequence of output '\(port)' \(text).",
      remedy: AtomOutput.remedy(for: message), block: block)
    if let known = findings.firstIndex(where: { $0.subject == port && $0.id == finding.id }) {
      findings[known].count += 1
    } else {
      findings.append(finding)
    }
  }
}
