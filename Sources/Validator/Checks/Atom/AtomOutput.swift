import LV2Host
import Model
import Support
import TestHost

enum AtomOutput: PluginCheck {
  enum Message: MessageKind {
    case missing, notASequence, unmappedType, incomplete, midiMessage, order, outsideBlock, readPastEnd, writePastEnd

    var text: MessageText {
      switch self {
      case .missing:
        MessageText(
          .warning, rule: completeAtom,
          remedy: "Write a sequence to {the output} in each run(), an empty one if there are no events: call "
            + "lv2_atom_forge_set_buffer() and lv2_atom_forge_sequence_head().")
      case .notASequence:
        MessageText(
          .error, .warning,
          rule: Rule(
            "An atom port is \"connected to an LV2_Atom with a type specified by atom:bufferType\"",
            source: "atom: atom:AtomPort, atom:bufferType"),
          remedy:
            "Write an atom of the type atom:Sequence, which the port declares, to {the output}, and map that type in "
            + "instantiate().")
      case .unmappedType:
        MessageText(
          .error,
          rule: Rule(
            "\"The type field is the URI of an Atom type mapped to an integer\"", source: "atom: atom:Atom"),
          remedy: "Map the types of all events for {the output} with urid:map in instantiate().")
      case .incomplete:
        MessageText(
          .error, rule: completeAtom,
          remedy:
            "Write header, size and body of each event to {the output} with the functions of lv2/atom/forge.h, check "
            + "their results, and end each container with lv2_atom_forge_pop().")
      case .midiMessage:
        MessageText(
          .error,
          rule: Rule(
            "\"All messages are complete valid MIDI messages\", and \"every message must have its own status byte\"; "
              + "\"the writer is responsible for writing valid messages\"",
            source: "midi: midi:MidiEvent"),
          remedy:
            "Write complete MIDI messages to {the output}: the number of data bytes that the status requires, each up "
            + "to 127, and F7 at the end of a system exclusive message.")
      case .order:
        MessageText(
          .error,
          rule: Rule(
            "A sequence is \"a series of time-stamped Atoms\", which readers process in one pass, in the order of "
              + "their times",
            source: "atom: atom:Sequence"),
          remedy: "Write events in the order of their times to {the output}, also those of different voices or sources."
        )
      case .outsideBlock:
        MessageText(
          .warning,
          rule: Rule(
            "\"run() stamps are always audio frames\", counted from the start of the block",
            source: "atom: atom:Sequence"),
          remedy:
            "Give events in {the output} times from 0 to sample_count - 1: keep later events in the instance for the "
            + "next block."
        )
      case .readPastEnd:
        MessageText(
          .error, rule: availableSpace,
          remedy: "Limit reads in {the output} to the size of its atom:Chunk, as it was at the start of run().")
      case .writePastEnd:
        MessageText(
          .error, rule: availableSpace,
          remedy:
            "Pass the size of the atom:Chunk in {the output} to lv2_atom_forge_set_buffer() in each run(), and check "
            + "the results of the forge.")
      }
    }
  }

  private static let completeAtom = Rule(
    "\"In all cases, the plugin MUST write a complete atom (including header) to outputs\"",
    source: "atom: atom:AtomPort")
  /// For accesses past the end of an output.
  static let availableSpace = Rule(
    "An output contains \"an atom:Chunk with size set to the available space. The plugin reads this size to know how "
      + "much space is available for writing\"",
    source: "atom: atom:AtomPort")

  static let id: CheckID = "atom.output"
  static let provocation = Provocation(incidental: (.controls, .always))
  static let text = CheckText(
    asserts:
      "Each atom output has a complete sequence with mapped types, in time order, inside its buffer and the block.",
    method: "Plays noise, MIDI, transport, parameters and controls in blocks of several lengths, and chords, with "
      + "output buffers that end at an inaccessible page. Reads every output sequence and every atom of a type that "
      + "the specification defines. A MIDI message must have all bytes of its status.",
    details: "The notes of the chords begin and end at the first frame, twice at a third of the block, and at the last "
      + "frame. Data bytes of a MIDI message must not exceed 127. An event outside the block, and an output that the "
      + "plug-in did not write, are warnings because hosts tolerate them.",
    level: CheckLevel(4, "Hosts reject events that are not valid, or crash."))

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
        expected: "expected accesses inside the buffer only", naming: { ["output \(context.name($0.event.port))"] },
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
        add(symbol, .missing, nil, "was not written", block)
      } else if !output.sequence.isSequence && !output.holdsListedType {
        add(symbol, .notASequence, output.sequence.isNull ? .warning : nil, "is an atom of another type", block)
      }
      output.sequence.forEachEvent { event in
        guard event.type != 0, InstanceUnderTest.map.uri(of: event.type) == nil else { return }
        add(symbol, .unmappedType, nil, "has an event of the type \(event.type), which was never mapped", block)
      }
      for violation in output.sequence.violations(frames: frames) {
        let message: AtomOutput.Message =
          switch violation.kind {
          case .incomplete: .incomplete
          case .message: .midiMessage
          case .order: .order
          case .outside: .outsideBlock
          }
        add(symbol, message, nil, violation.text, block)
      }
      output.sequence.prepareForOutput()
      output.buffer.protect()
    }
  }

  private func add(
    _ port: String, _ message: AtomOutput.Message, _ severity: Severity?, _ text: String, _ block: Finding.Block
  ) {
    let finding: Finding = AtomOutput.runFinding(
      message, severity: severity, about: port, context,
      "The sequence of output '\(port)' \(text); expected \(expectation(message)).",
      naming: ["output '\(port)'"], block: block)
    if let known = findings.firstIndex(where: { $0.subject == port && $0.id == finding.id }) {
      findings[known].count += 1
    } else {
      findings.append(finding)
    }
  }

  private func expectation(_ message: AtomOutput.Message) -> String {
    switch message {
    case .missing: "a sequence in each block"
    case .notASequence: "atom:Sequence"
    case .unmappedType: "mapped types"
    case .midiMessage: "valid MIDI messages"
    case .order: "ascending times"
    case .outsideBlock: "times inside the block"
    case .incomplete, .readPastEnd, .writePastEnd: "complete atoms"
    }
  }
}
