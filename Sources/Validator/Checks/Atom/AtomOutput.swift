import LV2Host
import Model
import Support
import TestHost

enum AtomOutput: PluginCheck {
  enum Message: MessageKind {
    case missing, notASequence, unmappedType, incomplete, midiMessage, outsideBlock, nan
    case untimed, order, orderAtSetting, exclusiveOrder, hangingNote, hangingNoteAfterChange, playsOn, afterDetour
    case readPastEnd, writePastEnd

    /// The kinds about the order of events, the simplest first.
    static let ordered: [Self] = [.order, .orderAtSetting, .exclusiveOrder]

    /// The kinds at the same port that explain this one.
    var simpler: [Self] {
      switch self {
      case .orderAtSetting: [.order]
      case .exclusiveOrder: [.order, .orderAtSetting]
      default: []
      }
    }

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
      case .order, .orderAtSetting:
        MessageText(
          .error, rule: orderOfTimes,
          remedy: "Write events in the order of their times to {the output}, also those of different voices or sources."
        )
      case .untimed:
        MessageText(
          .error, rule: orderOfTimes,
          remedy:
            "Call lv2_atom_forge_frame_time() before each object in {the output}, also before the second one at the same "
            + "time.")
      case .exclusiveOrder:
        MessageText(
          .error, rule: orderOfTimes,
          remedy:
            "Put system exclusive messages into the queue of {the output} too, at their places among its other messages."
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
      case .hangingNote:
        MessageText(
          .warning, .note, rule: noteOff,
          remedy:
            "Keep in the instance which notes {the output} has begun, and write the note-off with the key and the "
            + "channel of its note-on: also if the transport stopped, or the key was pressed again meanwhile.")
      case .hangingNoteAfterChange:
        MessageText(
          .warning, rule: noteOff,
          remedy:
            "Keep in the instance which notes {the output} has begun, and end each with its own key and channel, also "
            + "if {a control} changed meanwhile: at the change, or when its key is released.")
      case .playsOn:
        MessageText(
          .note,
          rule: Rule(
            "What a control has begun ends with it: with the controls back and no key held, music ends as without the "
              + "change", source: "lv2val: the specification has no such requirement"),
          remedy:
            "Remove keys that are no longer held at each change of {the control}, and count presses and releases also while "
            + "{the output} has no use for them.")
      case .afterDetour:
        MessageText(
          .note,
          rule: Rule(
            "Keys that were released are forgotten: a chord is played as if they had not been pressed",
            source: "lv2val: the specification has no such requirement"),
          remedy:
            "Count presses and releases of keys at all values of {the control}, and at its changes reset what "
            + "{the output} derives from keys that are no longer held.")
      case .nan:
        MessageText(
          .warning,
          rule: Rule(
            "A number in an event is a value that users see or another plug-in continues with; NaN is none",
            source: "lv2val: the specification has no such requirement"),
          remedy:
            "Limit the arguments of roots and logarithms, and the divisors, of the numbers in {the output} to a positive "
            + "minimum: a running sum from which rounded squares are subtracted can fall below 0.")
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

  private static let orderOfTimes = Rule(
    "A sequence is \"a series of time-stamped Atoms\"; hosts process it in one pass, in the order of their times",
    source: "atom: atom:Sequence; lv2val: the specification does not state the order")
  private static let noteOff = Rule(
    "A note-on starts a note, which sounds until the note-off for the same key and channel",
    source: "MIDI 1.0 Detailed Specification: Channel Voice Messages, Note-Off")
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
      "Each atom output has a complete sequence with mapped types, in time order, inside its buffer and the block. Each "
      + "note ends.",
    method:
      "Plays noise, MIDI, transport, parameters and controls in blocks of several lengths, also after restore(), and "
      + "music, with output buffers that end at an inaccessible page. Reads every output sequence and every atom of a type "
      + "that the specification defines. A MIDI message must have all bytes of its status.",
    details: "The music has chords, notes at the first and the last frame of a block, keys that are pressed again, the "
      + "lowest and the highest key and channel, pedals, bends, pressure, programs, controllers that end notes, system "
      + "exclusive messages of 3 to 256 bytes, and a transport that starts, stops, jumps and changes its tempo and meter. "
      + "It is played at the defaults in blocks of several lengths, and, if an output supports MIDI, at up to 32 other "
      + "settings; if the output had a message then, also in blocks of up to 8192 frames, and with each of 16 controls moved "
      + "while keys are held. A plug-in "
      + "without a MIDI input gets bursts of sound, in which controls move; controls of a generator move while it "
      + "plays. At last, controls, keys, the transport and parameters move at random, together. A note without a note-off "
      + "for 6 s, after all keys were released and the transport stopped, is a warning, at other settings than the defaults a note. Controls and pairs of switches also move to other values and back "
      + "while a chord is pressed and released. A plug-in that still begins notes 60 s later is reported as a note, "
      + "unless another key ends them. The chord alone, and the controls alone, must leave none. Another chord must then be played as after the first chord alone, the controls alone, and nothing, if these three are equal. "
      + "Controls that start or record something, by their names, are left alone. Data bytes of a MIDI message must not exceed "
      + "127. A number that is NaN, after noise, the same square wave in all channels and silence, is a warning; an interface is "
      + "announced by the messages of the plug-in whose names end in \"on\". An event outside the block, and an output that the plug-in did not write, are warnings because hosts "
      + "tolerate them.",
    level: CheckLevel(4, "Hosts reject events that are not valid, or crash."))

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard !context.plugin.sequencePorts(.output).isEmpty else {
      return .skipped("the plug-in has no atom output for sequences")
    }
    if let scenario = context.replayedScenario {
      return .findings { SequenceSearch.findings(context, playing: scenario) }
    }
    let folder = try TemporaryFolder()
    let file = try folder.writeFile(for: context)
    let search = try SequenceSearch(context)
    // What a plug-in hardly ever gets comes last: one that crashes plays nothing more.
    search.playMusic()
    search.playSettings()
    if search.canSend {
      search.moveControls()
      for finding in try DetourSearch.findings(context) { search.add(finding) }
      let long = try SequenceSearch(context, .longBlocks(context))
      long.playLongBlocks()
      long.playGenerator()
      long.shortenMusic()
      for finding in long.findings { search.add(finding) }
    }
    search.playRandomState(file: file)
    search.playLevels()
    search.playShortBlocks()
    search.playExclusives()
    search.playWalk(file: file)
    for finding in try SequenceSearch.findingsAfterRestore(context, folder, file: file) { search.add(finding) }
    let accesses = GuardedSequence.accesses()
    search.shortenMusic()
    return .findings {
      search.findings
      findings(
        of: accesses, in: "run()", context, message: { $0.isRead ? .readPastEnd : .writePastEnd },
        expected: "expected accesses inside the buffer only", naming: { ["output \(context.name($0.event.port))"] },
        action: { "\($0.isRead ? "read" : "wrote") past the end of the buffer of output \(context.name($0.port))" })
    }
  }
}
