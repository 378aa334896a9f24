import LV2Host
import Model
import TestHost

enum AudioUninitialized: PluginCheck {
  enum Message: MessageKind {
    case output, control, event

    var text: MessageText {
      switch self {
      case .output, .control, .event:
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
      "A second series plays noise with 12 random settings of all controls. "
      + "Each byte is used for two instances. If their outputs differ, copies of the process are compared, in "
      + "which random numbers begin equally; if those differ too, the check is skipped. Instruments also play music at up to "
      + "4 other settings. Control outputs and "
      + "MIDI messages are compared too, while music is played. With new memory of the byte CD, the library is loaded, and an "
      + "instance is freed without activate(), and used with parameters, work and state.",
    level: CheckLevel(3, "Users hear a random result."))

  static let provocation = Provocation(
    MessageText(
      .error, rule: indeterminateMemory,
      remedy:
        "Initialize every pointer, index, size and flag of the instance before its first use: neither malloc() nor the "
        + "stack contains zeros."), exercise: .stimulus)

  /// As floats: 0, -4.3e8 (a large value), 0.75 (a plausible one) and NaN, to which no comparison applies.
  static let patterns: [(byte: UInt8, name: String)] = [
    (0x00, "00"), (0xCD, "CD"), (0x3F, "3F"), (0xFF, "FF"),
  ]

  static let sets = 12
  /// The duration of each set of control values, in frames.
  static let setLength = 2048

  static func run(in context: PluginContext) throws -> CheckOutcome {
    try loadInFilledMemory(context)
    var outcome = try soundOutcome(context)
    if case .skipped = outcome, let found = outcomeOfCopies(context) { outcome = found }
    guard outcome.findings.isEmpty else { return outcome }
    try useInFilledMemory(context)
    let others = try otherOutcome(context)
    return others.findings.isEmpty ? outcome : others
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

  private static func soundOutcome(_ context: PluginContext) throws -> CheckOutcome {
    let usual = try compare(context, "") { instance in
      var recording = instance.play(.noise(amplitude: 0.5, seed: context.seed), frames: 8192)
      recording.append(instance.play(.silence, frames: 8192, from: 8192))
      return recording
    }
    guard usual == .passed else { return usual }
    if let found = try musicOutcome(context) { return found }
    var settings: [[Finding.ControlValue]] = []
    func controls(_ frame: Int) -> [Finding.ControlValue]? { settings[frame / setLength] }
    let randomized = try compare(context, ", at these control values", controls: controls) { instance in
      var generator = context.generator(for: id)
      settings = [[]]
      var recording = instance.play(context.noise, frames: setLength)
      for set in 1...context.reduced(sets) {
        instance.setControls { $0.randomValue(in: $1, &generator) }
        settings.append(instance.changedControls)
        recording.append(instance.play(context.noise, frames: setLength, from: set * setLength))
      }
      return recording
    }
    // Other settings can make an output random that is repeatable at the defaults.
    if case .skipped = randomized { return .passed }
    guard case .findings(let findings) = randomized, let controls = findings.first?.controls else { return randomized }
    return try outcome(atFewestOf: controls, context) ?? randomized
  }

  /// The outcome of a fresh instance with those of the control values that suffice; nil if it does not depend on
  /// uninitialized memory with all of them.
  private static func outcome(
    atFewestOf controls: [Finding.ControlValue], _ context: PluginContext
  ) throws -> CheckOutcome? {
    func play(_ setting: ControlSetting, _ instance: InstanceUnderTest) -> Recording {
      var recording = instance.play(context.noise, frames: setLength)
      setting.apply(to: instance)
      recording.append(instance.play(context.noise, frames: setLength, from: setLength))
      return recording
    }
    func outcome(_ setting: ControlSetting) throws -> CheckOutcome {
      let text = ", with \(setting.description)"
      return try compare(context, text, controls: { _ in setting.controls }, { play(setting, $0) })
    }
    func fails(_ setting: ControlSetting) throws -> Bool {
      if case .findings(let findings) = try outcome(setting) { !findings.isEmpty } else { false }
    }
    var setting = ControlSetting(
      values: controls.compactMap { control in
        context.plugin.ports.first { $0.symbol == control.symbol }.map { ($0, control.value) }
      })
    guard try fails(setting) else { return nil }
    try setting.values.reduce { try fails(ControlSetting(values: $0)) }
    return try outcome(setting)
  }

  /// Compares the recordings of `play` for different contents of new memory; the message ends with `setting`.
  ///
  /// - Parameter controls: the values of the controls at a frame.
  static func compare(
    _ context: PluginContext, _ setting: String, controls: (_ frame: Int) -> [Finding.ControlValue]? = { _ in nil },
    _ play: (InstanceUnderTest) -> Recording
  ) throws -> CheckOutcome {
    func record(_ pattern: UInt8, _ context: PluginContext) throws -> Recording {
      try context.inMemory(filledWith: pattern, play)
    }
    var recordings: [Recording] = []
    for pattern in patterns {
      CrashRecord.note(activity: "new memory filled with \(pattern.name)\(setting)")
      let pair = try (record(pattern.byte, context), record(pattern.byte, context))
      guard pair.0.isIdentical(to: pair.1) else {
        return .skipped("two instances with the same content of new memory give different output")
      }
      recordings.append(pair.0)
    }
    for (pattern, recording) in zip(patterns, recordings).dropFirst() {
      guard let place = recordings[0].firstDifference(from: recording) else { continue }
      let difference: Finding = outputFinding(
        .output, place.port, context,
        "depends on uninitialized memory: if new memory is filled with 00 or with \(pattern.name), the samples differ "
          + "from frame \(place.frame) on\(setting); expected equal output.", controls: controls(place.frame))
      return try context.confirmed([difference]) { context in
        try record(patterns[0].byte, context).isIdentical(to: recordings[0])
          && record(pattern.byte, context).isIdentical(to: recording)
      }
    }
    return .passed
  }
}
