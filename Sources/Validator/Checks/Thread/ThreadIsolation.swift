import Glibc
import LV2Host
import Model
import Support
import TestHost

enum ThreadIsolation: PluginCheck {
  enum Message: MessageKind {
    case sharedState, sharedStart

    var text: MessageText {
      switch self {
      case .sharedState:
        MessageText(
          .warning, rule: oneHandle,
          remedy: "Keep {the state of the signal} in the instance, not in static or global variables.")
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
  static let text = CheckText(
    asserts: "A second instance does not change the output of the first.",
    method: "Records one instance alone, twice, to verify that its output is repeatable. Then records it alternating "
      + "with a second instance, which plays other noise at other settings and at twice the sample rate. A difference "
      + "above -120 dB relative to the peak is reported.",
    details:
      "If the first two recordings differ, each recording begins after the same noise. If they still differ, the "
      + "first recordings of three processes are compared: two of one instance alone, at two times of day, and one "
      + "beside a second instance. The random numbers of the C library begin again before each block. A "
      + "difference of these recordings below -20 dB is a note, because it may be noise from a common generator.",
    level: CheckLevel(6, "Two instances in a session change the sound of each other."))

  static let provocation = Provocation(
    MessageText(
      .error, rule: oneHandle,
      remedy:
        "Keep in the instance what the function of the backtrace accesses: another instance, with other settings and "
        + "another sample rate, replaces static pointers, sizes and tables."), exercise: .sharing)

  /// -120 dB: smaller differences can come from vector code that depends on the address of the instance.
  private static let tolerance: Float = 1e-6
  /// -20 dB: smaller differences between first recordings may be noise from a common random generator.
  private static let audible: Float = 0.1
  private static let blocks = 40

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let firstRecordings = FirstRecordings(context)
    let first = try record(context, after: 0, besideOneAt: nil)
    guard let (prelude, alone) = try repeatable(context, first) else {
      return try firstRecordings.compare(with: first, context)
    }
    let (rate, together) =
      try unlessNull { try revealing(context, alone, after: prelude) }
      ?? (context.rate, try record(context, after: prelude, besideOneAt: context.rate))
    guard isDifferent(together, from: alone), let place = alone.firstDifference(from: together) else { return .passed }
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

  private static let notRepeatable = CheckOutcome.skipped(
    "two equal recordings of one instance differ, so its output is not repeatable")

  /// First recordings in processes without another recording, for static state that never returns to its start.
  private struct FirstRecordings {
    private let copy: ForkedCopy
    private let threads = ForeignThread.all

    init(_ context: PluginContext) {
      let outputs = context.plugin.ports.count { $0.hasSamples && $0.isOutput }
      copy = ForkedCopy(capacity: blocks * context.blockLength * outputs) { number in
        guard let kind = Kind(rawValue: number) else { return nil }
        if kind == .alone { context.changeTimeOfDay() }
        let rate = kind == .alone ? nil : context.rate
        return try? record(context, after: 0, besideOneAt: rate).channels.flatMap(\.self)
      }
    }

    private enum Kind: UInt8 {
      /// One instance alone, at another time of day.
      case alone
      case together
    }

    /// Compares the first recordings of the processes.
    func compare(with first: Recording, _ context: PluginContext) throws -> CheckOutcome {
      let instance = try context.activeInstance()
      guard withExtendedLifetime(instance, { ForeignThread.all.isSubset(of: threads) }) else {
        return .skipped("the output can depend on the time that the plug-in's own threads need")
      }
      let own = first.channels.flatMap(\.self)
      guard let alone = copy.samples(Kind.alone.rawValue), alone.map(\.bitPattern) == own.map(\.bitPattern) else {
        return notRepeatable
      }
      // A difference that does not repeat proves nothing.
      let recordings = (0..<2).compactMap { _ in copy.samples(Kind.together.rawValue) }
      guard recordings.count == 2, recordings[0].map(\.bitPattern) == recordings[1].map(\.bitPattern) else {
        return .skipped("two recordings beside another instance differ, so the output is not repeatable")
      }
      let together = recordings[0]
      let difference = zip(alone, together).reduce(Float(0)) { max($0, abs($1.0 - $1.1)) }
      guard difference > tolerance * max(first.peak, .leastNormalMagnitude) else { return .passed }
      let isAudible = difference > audible * first.peak
      return runFinding(
        .sharedStart, severity: isAudible ? nil : .note, context,
        "The output of the first instance of a process differs by up to \(difference.text) if another instance runs "
          + "between its blocks; expected independent instances."
          + (isAudible ? "" : " This is a note because noise from a common generator differs like that."))
    }
  }

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

  /// What an instance plays after `prelude` blocks. If a rate is given, another instance at that rate plays a block before
  /// each block.
  private static func record(
    _ context: PluginContext, after prelude: Int, besideOneAt rate: Double?
  ) throws -> Recording {
    CrashRecord.note(activity: rate.map { "another instance at \(Int($0)) Hz plays before each block" } ?? "")
    let instance = try context.activeInstance()
    if prelude > 0 { instance.play(context.noise, frames: prelude * instance.configuration.maximumBlockLength) }
    let other = try rate.map { try context.activeInstance(InstanceSetup(rate: $0, blockLength: context.blockLength)) }
    var generator = context.generator(for: id)
    other?.setControls { $0.value(at: generator.unit(), in: $1) }
    let foreign = Signal.noise(amplitude: 0.9, seed: context.seed &+ 1)
    return instance.play(
      .noise(amplitude: 0.5, seed: context.seed), frames: blocks * instance.configuration.maximumBlockLength,
      before: { frame in
        _ = other?.play(foreign, frames: 1, from: frame)
        // The random numbers of the C library are no state of the plug-in.
        srand(UInt32(truncatingIfNeeded: frame))
        srand48(frame)
      })
  }
}
