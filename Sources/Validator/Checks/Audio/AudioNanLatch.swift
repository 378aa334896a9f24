import Model
import Scenarios
import TestHost

enum AudioNanLatch: PluginCheck {
  enum Message: MessageKind {
    case untilReactivation, hugeUntilReactivation, changedUntilReactivation, afterReactivation, changedSound

    var text: MessageText {
      switch self {
      case .untilReactivation:
        MessageText(
          .note,
          rule: Rule(
            "An input can contain a NaN of the previous plug-in once, and hosts do not reactivate an instance for that",
            source: "lv2val: the specification has no such requirement"),
          remedy:
            "Test once in each run() whether the state of every recursive filter and delay line is finite, and clear "
            + "it if it is not.")
      case .hugeUntilReactivation:
        MessageText(
          .note,
          rule: Rule(
            "An unstable plug-in can give a very large sample once, and hosts do not reactivate an instance for that",
            source: "lv2val: the specification has no such requirement"),
          remedy:
            "Test once in each run() whether the state of every recursive filter and delay line is finite, and clear "
            + "it if it is not: the squares and sums of finite samples can be infinite.")
      case .changedUntilReactivation:
        MessageText(
          .note,
          rule: Rule(
            "An input can contain a NaN or a very large sample once, and hosts do not reactivate an instance for that",
            source: "lv2val: the specification has no such requirement"),
          remedy:
            "Test the input and the state of every filter, envelope and delay line in run(), and clear the state that is "
            + "NaN, infinite or very large: a detector that keeps it changes the gain of all later sound.")
      case .afterReactivation:
        MessageText(
          .warning,
          rule: resetByActivate,
          remedy:
            "{Set} the state of every filter and delay line to zero in activate(), by assignment: NaN multiplied by "
            + "zero remains NaN.")
      case .changedSound:
        MessageText(
          .warning, rule: resetByActivate,
          remedy:
            "{Set} the state of every filter, envelope and delay line to zero in activate(), by assignment: what a limit "
            + "or a maximum made of NaN is finite, but remains.")
      }
    }
  }

  private static let resetByActivate = Rule(
    "If a host calls deactivate() and then activate(), \"the plugin instance MUST reset all state information "
      + "dependent on the history of the plugin instance\"",
    source: "lv2/core/lv2.h: activate()")

  static let id: CheckID = "audio.nan-latch"
  /// For the same reason as audio.nan-crash.
  static let isolation = CheckIsolation.last
  static let provocation = Provocation(incidental: (.nonfiniteInput, .always), incidentalAfterControl: .controls)
  static let text = CheckText(
    asserts: "After NaN or infinity in the input, the output becomes finite again, at the latest after a reactivation.",
    method: "Plays noise with NaN and infinity, then clean noise. The output must become finite within 10 s (otherwise "
      + "a note), and within 1 s after deactivate() and activate() (otherwise a warning). Then it must be that of an "
      + "instance that never had NaN (otherwise a warning).",
    details: "The output counts as finite when a quarter of a second in a row is finite. The same is done at up to 32 "
      + "other settings, until one shows a fault. If none does, NaN, infinity and samples of up to 3.4e38 are played in "
      + "loud noise at the defaults and at up to 4 settings; output that is not finite for 10 s, or still differs by "
      + "-40 dB after 8 s, is a note. A difference counts from -60 dB relative to the peak on, and only if "
      + "the output after a reset does not depend on noise that was played before.",
    level: CheckLevel(6, "One NaN in the input silences the plug-in."))

  /// In seconds of processor time: for the search of the controls that a fault needs.
  private static let reductionTime = 0.5

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let reason = context.plugin.missingAudioPath { return .skipped(reason) }
    guard try context.isFiniteAtDefaults() else {
      return .skipped("the output is not finite at the defaults: see audio.nonfinite")
    }
    let hasActivate = try context.activeInstance().hosted.descriptor.pointee.activate != nil
    var outcome = CheckOutcome.passed
    for setting in [nil] + context.sweep(seconds: 1, for: id).map(Optional.some) {
      // The note about the defaults need not be repeated for other settings.
      guard let fault = try fault(context, setting, afterReset: !outcome.findings.isEmpty) else { continue }
      let finding = try finding(about: fault, atFewestOf: setting, context, hasActivate)
      if fault != .untilReactivation { return .findings([finding]) }
      outcome = .findings([finding])
    }
    return outcome == .passed ? try lastingOutcome(context) : outcome
  }

  /// What NaN and infinity in the input change.
  private enum Fault {
    case untilReactivation, afterReactivation, changedSound

    var message: Message {
      switch self {
      case .untilReactivation: .untilReactivation
      case .afterReactivation: .afterReactivation
      case .changedSound: .changedSound
      }
    }
  }

  /// The fault at a setting.
  ///
  /// - Parameter afterReset: whether only faults that remain after deactivate() and activate() matter.
  private static func fault(
    _ context: PluginContext, _ setting: ControlSetting?, afterReset: Bool
  ) throws -> Fault? {
    let instance = try context.activeInstance(at: setting)
    instance.play(context.noise, frames: 4096)
    guard instance.firstNonfinite(in: instance.configuration.maximumBlockLength) == nil else { return nil }
    for value: Float in [.infinity, .nan] { instance.play(context.noise, replacingEvery: 97, with: value, blocks: 1) }
    let latches = afterReset ? false : !recovers(instance, context, seconds: 10)
    instance.reset()
    guard recovers(instance, context, seconds: 1) else { return .afterReactivation }
    if latches { return .untilReactivation }
    // A thread of the plug-in can be late once.
    return try changesSound(context, setting) && changesSound(context, setting) ? .changedSound : nil
  }

  /// Whether the sound after a reset depends on NaN that was played before, but not on other noise.
  private static func changesSound(_ context: PluginContext, _ setting: ControlSetting?) throws -> Bool {
    func sound(_ seed: UInt32, nan: Bool) throws -> Recording {
      let instance = try context.activeInstance(at: setting)
      let history = Signal.noise(amplitude: 0.25, seed: seed)
      instance.play(history, frames: 4096)
      // As long without NaN, and also without notes: NaN does not cause an oscillator to go on after a reset.
      if nan {
        instance.play(history, replacingEvery: 97, with: .nan, blocks: 1)
      } else {
        instance.stream(history, frames: instance.configuration.maximumBlockLength) { _, _ in true }
      }
      instance.reset()
      return instance.play(context.noise, frames: 8192)
    }
    let usual = try sound(context.seed, nan: false)
    func differs(_ other: Recording) -> Bool {
      usual.peak > LifeReset.audible
        && DifferenceLevel(usual.largestDifference(from: other), peak: usual.peak).isAudible
    }
    guard usual.firstNonfinite == nil, try differs(sound(context.seed, nan: true)) else { return false }
    return try !differs(sound(~context.seed, nan: false)) && differs(sound(~context.seed, nan: true))
  }

  private static func finding(
    about fault: Fault, atFewestOf setting: ControlSetting?, _ context: PluginContext, _ hasActivate: Bool
  ) throws -> Finding {
    var setting = setting
    if var values = setting?.values {
      let start = ProcessSnapshot.threadTime
      try values.reduce { values in
        guard ProcessSnapshot.threadTime - start < reductionTime else { return false }
        return try self.fault(context, ControlSetting(values: values), afterReset: fault != .untilReactivation) == fault
      }
      setting = ControlSetting(values: values)
    }
    let condition = setting.map { " This occurred with \($0.description)." } ?? ""
    let input = "after NaN and infinity in the input"
    let reset = hasActivate ? "Set" : "Implement activate(), and set"
    let text =
      switch fault {
      case .untilReactivation:
        "The output remained NaN or infinite for 10 s \(input), until deactivate() and activate() were called; expected "
          + "finite output without that.\(condition)"
      case .afterReactivation:
        "The output remained NaN or infinite \(input), "
          + (hasActivate
            ? "even after deactivate() and activate()" : "and the plug-in has no activate() to clear its state")
          + "; expected finite output.\(condition)"
      case .changedSound:
        "The output is finite, but differs after deactivate() and activate() from that of an instance that never had NaN "
          + "in its input; expected equal output.\(condition)"
      }
    return runFinding(
      fault.message, context, text, naming: fault == .untilReactivation ? [] : [reset], controls: setting?.controls)
  }

  /// Whether, on clean noise, the outputs become finite for a quarter of a second within the time.
  static func recovers(_ instance: InstanceUnderTest, _ context: PluginContext, seconds: Double) -> Bool {
    let quarter = Int(context.rate / 4)
    var clean = 0
    instance.stream(context.noise, frames: Int(seconds * context.rate)) { _, length in
      clean = instance.firstNonfinite(in: length) == nil ? clean + length : 0
      return clean < quarter
    }
    return clean >= quarter
  }
}
