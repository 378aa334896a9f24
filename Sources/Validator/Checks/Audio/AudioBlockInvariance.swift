import LV2Host
import Model
import Scenarios
import TestHost

enum AudioBlockInvariance: PluginCheck {
  enum Message: MessageKind {
    case audible, inaudible, events

    var text: MessageText {
      let rule = Rule(
        "The block size \"is not guaranteed to remain constant between run() calls\", so it has no meaning for the "
          + "signal",
        source: "lv2/core/lv2.h: connect_port()")
      return switch self {
      case .audible: MessageText(.warning, rule: rule, remedy: "{\(perFrameRemedy)}")
      case .inaudible: MessageText(.note, rule: rule, remedy: "{\(perFrameRemedy)}")
      case .events:
        MessageText(
          .warning, .note, rule: rule,
          remedy:
            "Count the frames of each block completely for {the output}, divide the block at the frames of its input events, "
            + "and give each message the frame at which it is due.")
      }
    }
  }

  static let id: CheckID = "audio.block-invariance"
  static let provocation = Provocation(incidental: (.controls, .inRunAfterControl))
  static let text = CheckText(
    asserts: "The output does not depend on the block length.",
    method:
      "Plays the same noise in blocks of the run's length and in three series of other lengths. A difference above "
      + "-100 dB of the peak is a note, above -60 dB a warning. Plays at up to 32 other settings, where only an audible "
      + "difference counts. Compares the MIDI messages of the same music at up to 4 other settings.",
    details:
      "The series are: powers of two; other lengths of at least 16 frames; primes from 1 to 13. For a plug-in that "
      + "schedules work, the comparison begins when that work is done. The check is skipped if work is scheduled "
      + "during the comparison. If the defaults depend on the length too, only a difference that is larger by 20 dB counts "
      + "at another setting. Edges that come one frame earlier or later, as those of a square wave whose phase is rounded, are "
      + "inaudible. A MIDI message that comes 5 ms earlier or later, or another message, is a warning, a smaller shift of "
      + "more than 4 frames a note.",
    level: CheckLevel(6, "An export sounds different from playback."))

  static let perFrameRemedy =
    "Update smoothers, envelopes and oscillators per frame, or in steps of a fixed number of frames, instead of once "
    + "in each run()."
  /// In frames: the duration of a comparison.
  static let frames = 16384

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard !context.plugin.requiresOneBlockLength else { return .skipped("the plug-in requires blocks of one length") }
    guard !context.plugin.prefersCoarseBlockLength else { return .skipped("the plug-in prefers coarse block lengths") }
    if context.replayedSteps != nil { return try .findings(eventFindings(context)) }
    let sound = try compareSound(context)
    return try context.plugin.hasEventPath ? sound.adding(events: eventFindings(context), of: context.plugin) : sound
  }

  private static func compareSound(_ context: PluginContext) throws -> CheckOutcome {
    if case .none(let reason) = try context.reference(context.noise, frames: frames) { return .skipped(reason) }
    let usual = try BlockComparison(context, nil).outcome()
    if case .skipped = usual { return usual }
    let floor = usual.findings.isEmpty ? -Double.infinity : try BlockComparison(context, nil).level()?.decibels ?? 0
    guard floor < loud else { return usual }
    // A mode that is off by default can depend on the block length, or much more than the defaults.
    for setting in context.sweep(seconds: 2 * Double(frames) / context.rate, for: id) {
      func isMuchLarger(_ values: [(port: PortDescription, value: Float)]) throws -> Bool {
        guard let level = try BlockComparison(context, ControlSetting(values: values)).level() else { return false }
        return level.isAudible && level.decibels > floor + step
      }
      guard try isMuchLarger(setting.values) else { continue }
      var values = setting.values
      try values.reduce { try isMuchLarger($0) }
      let outcome = try BlockComparison(context, ControlSetting(values: values)).outcome()
      guard let found = outcome.findings.first else { continue }
      return .findings(usual.findings.filter { $0.id != found.id } + outcome.findings)
    }
    return usual
  }

  /// In dB relative to the peak: a difference at the defaults above this level is reported alone. At another setting it must be
  /// larger by so many dB than at the defaults.
  private static let (loud, step) = (-40.0, 20.0)
}
