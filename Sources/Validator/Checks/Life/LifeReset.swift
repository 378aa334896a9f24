import LV2Host
import Model
import Support
import TestHost

enum LifeReset: PluginCheck {
  enum Message: MessageKind {
    case output, firstActivation, outputAtSetting, lateOutput, earlierValue, events

    var text: MessageText {
      switch self {
      case .output:
        MessageText(
          .warning, .note, rule: rule,
          remedy: "{In activate(), clear} the delay lines, filters, envelopes and phases that {the output} depends on.")
      case .outputAtSetting:
        MessageText(
          .warning, .note, rule: rule,
          remedy:
            "{In activate(), clear} the delay lines, filters, envelopes and phases that {the output} depends on at these "
            + "control values.")
      case .firstActivation:
        MessageText(
          .note,
          rule: Rule(
            "activate() initialises a plug-in instance, and hosts can reinitialise it by calling deactivate() and then "
              + "activate()", source: "lv2/core/lv2.h: activate()"),
          remedy:
            "Set everything that {the output} depends on in activate(), so that the first activation and later ones "
            + "begin in the same state, for example with smoothed gains at their values.")
      case .events:
        MessageText(
          .warning, .note, rule: rule,
          remedy:
            "Clear held notes and queued events in activate(), and set the positions of sequences, the counters and the "
            + "random numbers that {the output} depends on to their start.")
      case .earlierValue:
        MessageText(
          .note, rule: rule,
          remedy:
            "Take over each value of {the control} when it changes, also {the value}, and calculate all that depends on it "
            + "from the present values in activate().")
      case .lateOutput:
        MessageText(
          .warning, rule: rule,
          remedy: "{In activate(), clear} long delay lines, reverberation and slow envelopes, and end all notes.")
      }
    }
  }

  private static let rule = Rule(
    "If a host calls deactivate() and then activate(), the plug-in instance MUST reset all state information dependent on "
      + "the history of the plug-in instance", source: "lv2/core/lv2.h: activate()")

  static let id: CheckID = "life.reset"
  static let isolation = CheckIsolation.own
  static let provocation = Provocation(incidental: (.controls, .inRunAfterControl))
  static let text = CheckText(
    asserts: "After deactivate() and activate() the output does not depend on what was played before.",
    method: "Plays noise, calls deactivate() and activate(), plays the same noise, and compares with an instance that "
      + "played other noise before, or silence at other settings. Then compares 6 s of silence after a reset with a "
      + "fresh instance. Resets while keys are held, and compares the MIDI messages of the same music with those of a "
      + "fresh instance.",
    details:
      "Sound and music are compared at the defaults and at up to 32 other settings. A difference of up to -100 dB relative to the peak counts as rounding; up to -60 dB it is a note. If what "
      + "was played before does not matter, a difference from a fresh instance on noise is a note. It is also a note if a "
      + "difference above -40 dB depends on whether a control had another value before, whatever was played then and for how long. In the silence, no "
      + "block may be more than -60 dBFS louder than a block of a fresh instance. A plug-in that schedules work is never "
      + "compared with a fresh instance, whose first block would lack the result of that work.",
    level: CheckLevel(6, "Users hear the past when playback starts again."))

  /// -60 dBFS: quieter remainders are inaudible.
  static let audible: Float = 1e-3
  static let frames = 8192
  /// In seconds: longer than the delay of nearly all echoes.
  private static let silenceDuration = 6.0

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if context.replayedSteps != nil { return try .findings(eventFindings(context)) }
    var sound = try compareSound(context)
    if case .findings = sound {
      let clears = sound == .passed || isNote(sound)
      sound = try sound.adding(earlierValueFindings(context, clears: clears))
    }
    return try context.plugin.hasEventPath ? sound.adding(events: eventFindings(context), of: context.plugin) : sound
  }

  private static func compareSound(_ context: PluginContext) throws -> CheckOutcome {
    if case .none(let reason) = try context.reference(context.noise, frames: frames) { return .skipped(reason) }
    let usual = (signal: context.noise, frames: frames)
    let other = try otherHistory(context, usual)
    let atDefaults = try compareNoise(context, usual, differentHistory(context))
    guard atDefaults == .passed || isNote(atDefaults) else { return atDefaults }
    // Away from the defaults a fresh instance may smooth towards the controls; an instance after a reset is there already.
    let atRandom = try compareNoise(context, usual, (.silence, frames), randomSetting(context))
    if case .findings = atRandom, atRandom != .passed, !isNote(atRandom) { return atRandom }
    let inSilence = try compareSilence(context, usual, other)
    if case .findings = inSilence, inSilence != .passed { return inSilence }
    if let audible = try audibleDifferenceAtSettings(context) { return audible }
    return try [atDefaults, atRandom].first(where: isNote) ?? other.map { _ in inSilence }
      ?? compareNoise(context, usual, nil)
  }

  /// Whether an inaudible difference was found, so that a further comparison can find an audible one.
  static func isNote(_ outcome: CheckOutcome) -> Bool {
    guard case .findings(let findings) = outcome else { return false }
    return findings.map(\.severity).max() == .note
  }

  /// Every control but the bypass at a random value.
  private static func randomSetting(_ context: PluginContext) -> ControlSetting {
    var generator = context.generator(for: id)
    let ports = context.plugin.movableControls.filter { !$0.isDesignated(URI.Core.enabled) }
    return context.randomSetting(of: ports, &generator)
  }

  /// What an instance played before it was reset.
  typealias History = (signal: Signal, frames: Int)

  /// The history of the instance to compare with if the plug-in schedules work; nil to compare with a fresh instance.
  private static func otherHistory(_ context: PluginContext, _ usual: History) throws -> History? {
    let instance = try instance(context, after: usual)
    instance.play(context.noise, frames: frames)
    guard instance.hosted.features.worker.scheduleCount > 0 else { return nil }
    return differentHistory(context)
  }

  private static func differentHistory(_ context: PluginContext) -> History {
    (.noise(amplitude: 0.25, seed: ~context.seed), 5000)
  }

  private static func compareSilence(
    _ context: PluginContext, _ usual: History, _ other: History?
  ) throws -> CheckOutcome {
    let tail = try silence(context, after: usual)
    guard tail.contains(where: { $0 > audible }) else { return .passed }
    let expected = try silence(context, after: other)
    guard let block = zip(tail, expected).enumerated().first(where: { $1.0 - $1.1 > audible })?.offset,
      try zip(tail, silenceAfterOtherSound(context)).contains(where: { $0 - $1 > audible })
    else { return .passed }
    let seconds = (Double(block * context.blockLength) / context.rate * 100).rounded() / 100
    let remains: Finding = runFinding(
      .lateOutput, context,
      context.plugin.hasAudioInput
        ? "After a reset, \(seconds.text) s into silence, the output has a peak of \(tail[block].text); without earlier "
          + "input the peak is \(expected[block].text)."
        : "After a reset, the output has a peak of \(tail[block].text) at \(seconds.text) s; that of an instance that did "
          + "not play before is \(expected[block].text) there.", naming: [start(try hasActivate(context))])
    return try context.confirmed([remains]) { context in
      try silence(context, after: other) == expected && silence(context, after: usual) == tail
    }
  }

  /// An active instance that was reset after its history; a fresh instance if the history is nil.
  private static func instance(
    _ context: PluginContext, after history: History?, _ setting: ControlSetting? = nil
  ) throws -> InstanceUnderTest {
    let instance = try context.activeInstance(at: setting)
    guard let history else { return instance }
    instance.play(history.signal, frames: history.frames)
    instance.reset()
    return instance
  }

  static func noise(
    _ context: PluginContext, after history: History?, _ setting: ControlSetting?
  ) throws -> Recording {
    try instance(context, after: history, setting).play(context.noise, frames: frames)
  }

  /// The peak of each block on silence.
  private static func silence(_ context: PluginContext, after history: History?) throws -> [Float] {
    try silence(instance(context, after: history), context)
  }

  /// The same after a reset of an instance that played other noise and no note. A hum that has faded in is louder than in a
  /// fresh instance, but does not depend on what was played.
  private static func silenceAfterOtherSound(_ context: PluginContext) throws -> [Float] {
    let instance = try context.activeInstance()
    let history = differentHistory(context)
    instance.stream(history.signal, frames: history.frames) { _, _ in true }
    instance.reset()
    return silence(instance, context)
  }

  private static func silence(_ instance: InstanceUnderTest, _ context: PluginContext) -> [Float] {
    var peaks: [Float] = []
    instance.stream(.silence, frames: Int(context.reduced(silenceDuration) * context.rate)) { _, length in
      peaks.append(instance.outputPeak(in: length, of: instance.audioOutputs))
      return true
    }
    return peaks
  }
}
