import Glibc
import LV2Host
import Model
import Scenarios
import Support
import TestHost

enum ThreadIsolation: PluginCheck {
  enum Message: MessageKind {
    case sharedState, sharedSound, sharedStart

    var text: MessageText {
      switch self {
      case .sharedState:
        MessageText(
          .warning, rule: oneHandle,
          remedy: "Keep {the state of the signal} in the instance, not in static or global variables.")
      case .sharedSound:
        MessageText(
          .warning, rule: oneHandle,
          remedy:
            "Keep filters, delay lines and averages in the instance, not in static or global variables: each instance "
            + "changes what the others continue with.")
      case .sharedStart:
        MessageText(
          .warning, .note, rule: oneHandle,
          remedy:
            "Keep oscillators, counters and random number generators in the instance, and start them in activate(), "
            + "instead of advancing static variables.")
      }
    }
  }

  private static let oneHandle = Rule(
    "LV2_Handle is \"a handle for one particular instance of a plugin\": it refers to all data of the instance",
    source: "lv2/core/lv2.h: LV2_Handle")

  static let id: CheckID = "thread.isolation"
  /// The first recording of a process in which nothing of the plug-in was loaded is compared with those of others.
  static let isolation = CheckIsolation.first
  static let measuresTime = true
  static let text = CheckText(
    asserts: "A second instance does not change the output of the first.",
    method: "Records one instance alone, twice, to verify that its output is repeatable. Then records it alternating "
      + "with a second instance, which plays other noise at other settings and at twice the sample rate; also at up to 6 "
      + "settings of the first instance. A difference above -120 dB relative to the peak is reported.",
    details:
      "If the first two recordings differ, each recording begins after the same noise. If they still differ, the "
      + "first recordings of three processes are compared: two of one instance alone, at two times of day, and one "
      + "beside a second instance with random settings or the defaults. The random numbers of the C library begin again before each block. A "
      + "difference of these recordings below -20 dB is a note, because it may be noise from a common generator. If the "
      + "output changes by more than -60 dB when only the noise of the second instance is another one, the "
      + "instances share sound, which is a warning.",
    level: CheckLevel(6, "Two instances in a session change the sound of each other."))

  static let provocation = Provocation(
    MessageText(
      .error, rule: oneHandle,
      remedy:
        "Keep in the instance what the function of the backtrace accesses: another instance, with other settings and "
        + "another sample rate, replaces static pointers, sizes and tables."), exercise: .sharing)

  /// -120 dB: smaller differences can come from vector code that depends on the address of the instance.
  static let tolerance: Float = 1e-6
  /// -20 dB: smaller differences between first recordings may be noise from a common random generator.
  static let audible: Float = 0.1
  static let blocks = 40

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let firstRecordings = FirstRecordings(context)
    let first = try record(context, after: 0, besideOneAt: nil)
    guard let (prelude, alone) = try repeatable(context, first) else {
      return try firstRecordings.compare(with: first, context)
    }
    let (rate, together) =
      try unlessNull { try revealing(context, alone, after: prelude) }
      ?? (context.rate, try record(context, after: prelude, besideOneAt: context.rate))
    guard isDifferent(together, from: alone), let place = alone.firstDifference(from: together) else {
      return try compareAtSettings(context)
    }
    let detail = rate == context.rate ? "" : " at \(Int(rate)) Hz"
    let found: Finding = outputFinding(
      .sharedState, place.port, context,
      "differs by up to \(alone.largestDifference(from: together).text) from frame \(place.frame) on if another "
        + "instance\(detail) runs between its blocks; expected independent instances.",
      naming: [
        rate == context.rate
          ? "the state of the signal" : "what depends on the sample rate, such as coefficients and tables,"
      ])
    let outcome = try context.confirmed([found]) { context in
      try record(context, after: prelude, besideOneAt: nil).isIdentical(to: alone)
        && record(context, after: prelude, besideOneAt: rate).isIdentical(to: together)
    }
    if case .skipped = outcome { return try firstRecordings.compare(with: first, context) }
    return outcome
  }

  /// The settings of the first instance besides the defaults, at most.
  private static let settings = 6

  /// Compares at other settings of the first instance, beside one with other settings.
  private static func compareAtSettings(_ context: PluginContext) throws -> CheckOutcome {
    let duration = 3 * Double(blocks * context.blockLength) / context.rate
    for setting in context.sweep(seconds: duration, for: id).prefix(context.reduced(settings)) {
      func record(_ context: PluginContext, besideOneAt rate: Double?) throws -> Recording {
        try self.record(context, after: 0, at: setting, besideOneAt: rate)
      }
      let alone = try record(context, besideOneAt: nil)
      guard alone.firstNonfinite == nil else { continue }
      let together = try record(context, besideOneAt: context.rate)
      guard isDifferent(together, from: alone), let place = alone.firstDifference(from: together) else { continue }
      let found: Finding = outputFinding(
        .sharedState, place.port, context,
        "differs by up to \(alone.largestDifference(from: together).text) from frame \(place.frame) on if another "
          + "instance runs between its blocks, with \(setting.description); expected independent instances.",
        naming: ["the state of the signal"], controls: setting.controls)
      let outcome = try context.confirmed([found]) { context in
        try record(context, besideOneAt: nil).isIdentical(to: alone)
          && record(context, besideOneAt: context.rate).isIdentical(to: together)
      }
      if !outcome.findings.isEmpty { return outcome }
    }
    return .passed
  }

  static let notRepeatable = CheckOutcome.skipped(
    "two equal recordings of one instance differ, so its output is not repeatable")

  /// A repeatable recording of one instance alone, and the number of blocks to play before it; nil if there is none.
  ///
  /// State that all instances share continues from the previous recording.
  private static func repeatable(
    _ context: PluginContext, _ first: Recording
  ) throws -> (prelude: Int, alone: Recording)? {
    for prelude in [0, blocks] {
      let alone = prelude == 0 ? first : try record(context, after: prelude, besideOneAt: nil)
      if try record(context, after: prelude, besideOneAt: nil).isIdentical(to: alone) { return (prelude, alone) }
    }
    return nil
  }

  private static func isDifferent(_ together: Recording, from alone: Recording) -> Bool {
    alone.largestDifference(from: together) > tolerance * max(alone.peak, .leastNormalMagnitude)
  }

  /// The recording beside an instance at twice the rate, or at the same rate if that also makes a difference.
  private static func revealing(
    _ context: PluginContext, _ alone: Recording, after prelude: Int
  ) throws -> (Double, Recording) {
    let other = 2 * context.rate
    let together = try record(context, after: prelude, besideOneAt: other)
    guard isDifferent(together, from: alone) else { return (other, together) }
    let usual = try record(context, after: prelude, besideOneAt: context.rate)
    return isDifferent(usual, from: alone) ? (context.rate, usual) : (other, together)
  }

  /// What the second instance plays.
  struct Companion {
    /// In frames before each block of the first instance.
    var frames = 1
    /// Added to the seed of the noise.
    var noise: UInt32 = 1
    var isAtDefaults = false
  }

  /// What an instance plays after `prelude` blocks. If a rate is given, another instance at that rate plays a block before
  /// each block.
  static func record(
    _ context: PluginContext, after prelude: Int, at setting: ControlSetting? = nil, besideOneAt rate: Double?,
    playing other: Companion = Companion()
  ) throws -> Recording {
    let companion = other
    CrashRecord.note(activity: rate.map { "another instance at \(Int($0)) Hz plays before each block" } ?? "")
    let instance = try context.activeInstance(at: setting)
    if prelude > 0 { instance.play(context.noise, frames: prelude * instance.configuration.maximumBlockLength) }
    let other = try rate.map { try context.activeInstance(InstanceSetup(rate: $0, blockLength: context.blockLength)) }
    var generator = context.generator(for: id)
    if !companion.isAtDefaults { other?.setControls { $0.randomValue(in: $1, &generator) } }
    let foreign = Signal.noise(amplitude: 0.9, seed: context.seed &+ companion.noise)
    return instance.play(
      .noise(amplitude: 0.5, seed: context.seed), frames: blocks * instance.configuration.maximumBlockLength,
      before: { frame in
        _ = other?.play(foreign, frames: companion.frames, from: frame)
        // The random numbers of the C library are no state of the plug-in.
        srand(UInt32(truncatingIfNeeded: frame))
        srand48(frame)
      })
  }
}
