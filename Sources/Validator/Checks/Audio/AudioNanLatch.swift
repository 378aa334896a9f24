import Model
import TestHost

enum AudioNanLatch: PluginCheck {
  enum Message: MessageKind {
    case untilReactivation, afterReactivation

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
      case .afterReactivation:
        MessageText(
          .warning,
          rule: Rule(
            "If a host calls deactivate() and then activate(), \"the plugin instance MUST reset all state information "
              + "dependent on the history of the plugin instance\"",
            source: "lv2/core/lv2.h: activate()"),
          remedy:
            "{Set} the state of every filter and delay line to zero in activate(), by assignment: NaN multiplied by "
            + "zero remains NaN.")
      }
    }
  }

  static let id: CheckID = "audio.nan-latch"
  /// For the same reason as audio.nan-crash.
  static let isolation = CheckIsolation.last
  static let provocation = Provocation(incidental: (.nonfiniteInput, .always))
  static let text = CheckText(
    asserts: "After NaN or infinity in the input, the output becomes finite again, at the latest after a reactivation.",
    method: "Plays noise with NaN and infinity, then clean noise. The output must become finite within 10 s (otherwise "
      + "a note), and within 1 s after deactivate() and activate() (otherwise a warning).",
    details: "The output counts as finite when a quarter of a second in a row is finite.",
    level: CheckLevel(6, "One NaN in the input silences the plug-in."))

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let reason = context.plugin.missingAudioPath { return .skipped(reason) }
    guard try context.isFiniteAtDefaults() else {
      return .skipped("the output is not finite at the defaults: see audio.nonfinite")
    }
    let instance = try context.activeInstance()
    instance.play(context.noise, frames: 4096)
    for value: Float in [.infinity, .nan] { instance.play(context.noise, replacingEvery: 97, with: value, blocks: 1) }
    guard !recovers(instance, context, seconds: 10) else { return .passed }
    instance.reset()
    let recovered = recovers(instance, context, seconds: 1)
    let hasActivate = instance.hosted.descriptor.pointee.activate != nil
    let input = "after NaN and infinity in the input"
    if recovered {
      return runFinding(
        .untilReactivation, context,
        "The output remained NaN or infinite for 10 s \(input), until deactivate() and activate() were called; "
          + "expected finite output without that.")
    }
    return runFinding(
      .afterReactivation, context,
      "The output remained NaN or infinite \(input), "
        + (hasActivate
          ? "even after deactivate() and activate()" : "and the plug-in has no activate() to clear its state")
        + "; expected finite output.", naming: [hasActivate ? "Set" : "Implement activate(), and set"])
  }

  /// Whether, on clean noise, the outputs become finite for a quarter of a second within the time.
  private static func recovers(_ instance: InstanceUnderTest, _ context: PluginContext, seconds: Double) -> Bool {
    let quarter = Int(context.rate / 4)
    var clean = 0
    instance.stream(context.noise, frames: Int(seconds * context.rate)) { _, length in
      clean = instance.firstNonfinite(in: length) == nil ? clean + length : 0
      return clean < quarter
    }
    return clean >= quarter
  }
}
