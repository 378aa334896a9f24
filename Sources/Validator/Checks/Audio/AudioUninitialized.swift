import LV2Host
import Model
import TestHost

enum AudioUninitialized: PluginCheck {
  enum Message: MessageKind {
    case output, outputElsewhere, control, event, instantiation

    var text: MessageText {
      switch self {
      case .output, .outputElsewhere, .control, .event, .instantiation:
        MessageText(
          .error, rule: indeterminateMemory,
          remedy:
            "Find the read with valgrind --track-origins=yes, and initialize that variable, member or buffer before it."
        )
      }
    }
  }

  private static let indeterminateMemory = Rule(
    "The content of memory from malloc(), and of an automatic variable, is indeterminate until it is written",
    source: "ISO C 6.7.10 and 7.24.3.6")

  static let id: CheckID = "audio.uninitialised"
  // The library is loaded in filled memory too: its descriptors and tables can be in it.
  static let isolation = CheckIsolation.own
  static let text = CheckText(
    asserts: "The output does not depend on the initial content of heap and stack memory.",
    method: "Fills new heap blocks and the stack below each run() with one byte value, and records noise and silence. "
      + "The recordings for the bytes 00, CD, 3F and FF must be identical.",
    details:
      "A second series plays noise with 12 random settings of all controls, and with up to 16 settings of one control, positions of switches and ends of ranges. If the "
      + "output depends on memory, the comparisons go on without these words, so that a second finding names words that "
      + "matter elsewhere. "
      + "Each byte is used for two instances. If their outputs differ, copies of the process are compared, in "
      + "which random numbers begin equally; if those differ too, the check is skipped. If the "
      + "outputs differ at the random settings only, the settings of one control are compared each in instances of their own, or in copies. Instruments also play music at up to "
      + "4 other settings. Control outputs and "
      + "MIDI messages are compared too, while music is played. If the plug-in receives events, its sound is also compared while "
      + "controls, keys, the transport and parameters move at random for 3 s. With new memory of the byte CD, the library is loaded, and an "
      + "instance is freed without activate(), and used with parameters, work and state. Instances are also created at 44.1 and 96 kHz, and "
      + "begin with up to 4 random settings. The message states up to eight "
      + "words of new memory that change the output; `ptype /o` of gdb shows the members of a class with their offsets. "
      + "Words that end the process are searched in copies of it, and the comparisons go on without them.",
    level: CheckLevel(3, "Users hear a random result."))

  static let provocation = Provocation(
    MessageText(
      .error, rule: indeterminateMemory,
      remedy:
        "Initialize every pointer, index, size and flag of the instance before its first use: neither malloc() nor the "
        + "stack contains zeros."), exercise: .stimulus, incidental: (.controls, .inRunAfterControl))

  /// As floats: 0, -4.3e8 (a large value), 0.75 (a plausible one) and NaN, to which no comparison applies.
  static let patterns: [(byte: UInt8, name: String)] = [
    (0x00, "00"), (0xCD, "CD"), (0x3F, "3F"), (0xFF, "FF"),
  ]

  static let sets = 12
  /// The duration of each set of control values, in frames.
  static let setLength = 2048

  static func run(in context: PluginContext) throws -> CheckOutcome {
    do {
      return try examine(context)
    } catch let error as HostError {
      guard case .notInstantiated = error, let finding = try instantiationFinding(context) else { throw error }
      return .findings([finding])
    }
  }

  private static func examine(_ context: PluginContext) throws -> CheckOutcome {
    try loadInFilledMemory(context)
    let end = try EndInFilledMemory(context, contents: patterns.dropFirst().map(\.byte), exercise)
    guard let end else {
      let outcome = try outputs(context)
      guard outcome.findings.isEmpty else { return outcome }
      try useInFilledMemory(context)
      return try startFinding(context).map { .findings([$0]) } ?? outcome
    }
    let outcome = try outputs(end.sparing(in: context))
    for finding in outcome.findings { FindingJournal.note?(.found(finding)) }
    let name = patterns.first { $0.byte == end.content }?.name ?? ""
    CrashRecord.note(activity: "new memory filled with \(name): \(end.places.text)")
    try context.inMemory(filledWith: end.content) { exercise($0, context) }
    return outcome
  }

  private static func outputs(_ context: PluginContext) throws -> CheckOutcome {
    let sound = try soundComparison(context)
    var outcome = sound.outcome
    if case .skipped = outcome, let found = outcomeOfCopies(context) { outcome = found }
    // The other settings can end the process.
    if !sound.positions.isEmpty { for finding in outcome.findings { FindingJournal.note?(.found(finding)) } }
    if let further = try furtherFinding(besides: sound.positions, context) { return outcome.adding([further]) }
    guard outcome.findings.isEmpty else { return outcome }
    if let session = try sessionOutcome(context) { return session }
    let others = try otherOutcome(context)
    return others.findings.isEmpty ? outcome : others
  }

  /// What the comparisons at the defaults play.
  private static func exercise(_ instance: InstanceUnderTest, _ context: PluginContext) {
    _ = sound(instance, context)
    if playsMusic(context) { _ = instance.perform(music(context, instance)) }
  }

  static func sound(_ instance: InstanceUnderTest, _ context: PluginContext) -> Recording {
    var recording = instance.play(.noise(amplitude: 0.5, seed: context.seed), frames: 8192)
    recording.append(instance.play(.silence, frames: 8192, from: 8192))
    return recording
  }

  /// Loads the library in new memory that is not zero, and calls the functions of its descriptor.
  private static func loadInFilledMemory(_ context: PluginContext) throws {
    AllocationLedger.fill(with: patterns[1].byte)
    defer { AllocationLedger.fill(with: 0) }
    CrashRecord.note(activity: "the library loaded in memory filled with \(patterns[1].name)")
    let instance = try context.activeInstance()
    _ = InstanceUnderTest.noted("extension_data") { instance.hosted.extensionData(URI.State.interface) }
  }

  /// Uses instances in new memory that is not zero; a crash is the only fault that this reveals.
  private static func useInFilledMemory(_ context: PluginContext) throws {
    AllocationLedger.fill(with: patterns[1].byte)
    defer { AllocationLedger.fill(with: 0) }
    for isActivated in [false, true] {
      CrashRecord.note(
        activity: "new memory filled with \(patterns[1].name)" + (isActivated ? "" : ", an instance without activate()")
      )
      try InstanceCycle.run(context, for: id, isActivated: isActivated)
    }
  }

  /// Compares the recordings of `play` for different contents of new memory; the message ends with `setting`.
  ///
  /// - Parameters:
  ///   - activity: what the report of an end states in place of `setting`.
  ///   - start: what the instances have from the beginning; nil for the defaults.
  ///   - controls: the values of the controls at a frame.
  static func compare(
    _ context: PluginContext, _ setting: String, activity: String? = nil, at start: ControlSetting? = nil,
    controls: (_ frame: Int) -> [Finding.ControlValue]? = { _ in nil },
    _ play: (InstanceUnderTest) -> Recording
  ) throws -> FilledMemoryComparison {
    func record(_ pattern: UInt8, _ context: PluginContext) throws -> Recording {
      try context.inMemory(filledWith: pattern, at: start, play)
    }
    var recordings: [Recording] = []
    for pattern in patterns {
      CrashRecord.note(activity: "new memory filled with \(pattern.name)\(activity ?? setting)")
      let pair = try (record(pattern.byte, context), record(pattern.byte, context))
      guard pair.0.isIdentical(to: pair.1) else {
        return .init(.skipped("two instances with the same content of new memory give different output"))
      }
      recordings.append(pair.0)
    }
    for (pattern, recording) in zip(patterns, recordings).dropFirst() {
      guard let place = recordings[0].firstDifference(from: recording) else { continue }
      var difference: Finding = outputFinding(
        .output, place.port, context,
        "depends on uninitialized memory: if new memory is filled with 00 or with \(pattern.name), the samples differ "
          + "from frame \(place.frame) on\(setting); expected equal output.", controls: controls(place.frame))
      let outcome = try context.confirmed([difference]) { context in
        try record(patterns[0].byte, context).isIdentical(to: recordings[0])
          && record(pattern.byte, context).isIdentical(to: recording)
      }
      guard !outcome.findings.isEmpty else { return .init(outcome) }
      let (sentence, positions) = try sentence(context) { positions, watched in
        try !context.inMemory(filledWith: pattern.byte, only: positions, watching: watched, at: start, play)
          .isIdentical(to: recordings[0])
      }
      difference.message += sentence
      return .init(.findings([difference]), positions)
    }
    return .init(.passed)
  }

  /// A sentence about the bytes of new memory on which a result depends, with their positions; empty if the result is not
  /// repeatable.
  ///
  /// - Parameter differs: whether the result differs if only the bytes at these positions have another content than 0.
  static func sentence(
    _ context: PluginContext, _ differs: (_ positions: [FreshMemory.Positions], _ watched: UInt64) throws -> Bool
  ) throws -> (text: String, positions: [FreshMemory.Positions]) {
    guard try !differs([], .max) else { return ("", []) }
    let bytes = try IndeterminateBytes(of: FreshMemory.count, atMost: context.reduced(IndeterminateBytes.maximum)) {
      try differs($0, .max)
    }
    let places = try bytes.places { position in _ = try differs([], position) }
    let text =
      places.isEmpty
      ? " No heap memory of the plug-in suffices for this, so look for an automatic variable."
      : " It depends on \(places.text)."
    return (text, bytes.isLimited ? [] : bytes.positions)
  }
}
