import TestHost
import ValidationModel

enum PerfDenormal: PluginCheck {
  enum Message: MessageKind { case withFlushToZero, withoutFlushToZero }

  static let id: CheckID = "perf.denormal"
  static let text = CheckText(
    asserts: "run() does not take longer for silence after sound than for sound.",
    rule: "Arithmetic with subnormal numbers, in which a decay ends, takes tens of cycles on many processors",
    source: "lv2val: the specification has no such requirement",
    method: "Measures blocks of 0.5 s of noise, 5 s of silence and 0.5 s of noise without flush-to-zero. If silence "
      + "takes more than 2.5 times as long as noise, the check repeats the measurement with flush-to-zero; if that "
      + "removes the difference, the finding is a note.",
    details: "The minimum of 2 performances counts for each block, or of 10 if the median of any 32 blocks of silence "
      + "exceeds 1.5 times the median of either noise. A difference below one microsecond does not count. A note also "
      + "plays, if the plug-in has a MIDI input. Nothing is reported if silence takes at least half as long in an "
      + "instance that never played sound.",
    remedy:
      "Set the state of recursive filters to zero when it is small, or set flush-to-zero in run() and restore it.",
    level: CheckLevel(8, "Silence can cause dropouts; the result depends on the processor."),
    severities: [.warning, .note])

  private static let window = 32
  private static let factor = 2.5
  /// Above this factor the measurement is repeated: a busy machine can have slowed both performances of the sound.
  private static let doubtfulFactor = 1.5
  /// In nanoseconds: smaller differences can come from the clock.
  private static let least = 1000.0

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard context.plugin.hasAudioInput || context.plugin.midiInput != nil else {
      return .skipped("the plug-in has no input for audio or MIDI")
    }
    let setup = InstanceSetup(context)
    let sound = Int(0.5 * context.rate)
    let silence = Int(context.reduced(5) * context.rate)
    var loud = 0
    func perform(_ instance: InstanceUnderTest, _ after: () -> Void) {
      let length = instance.configuration.maximumBlockLength
      loud = sound / length
      instance.play(context.noise, frames: loud * length, noteEnd: sound * 3 / 4, after: { _, _ in after() })
      instance.stream(.silence, frames: silence) { _, _ in
        after()
        return true
      }
      instance.play(context.noise, frames: loud * length, noteEnd: sound * 3 / 4, after: { _, _ in after() })
    }
    func isSlow(_ times: BlockDurations, by factor: Double) -> Bool {
      let reference = reference(times, loud)
      return slowest(times, loud) > max(factor * reference, reference + least)
    }
    func isConfirmed(_ times: inout BlockDurations) throws -> Bool? {
      try times.isConfirmed(
        context, setup, few: 2, many: 10, perform, isSuspicious: { isSlow($0, by: factor) },
        isDoubtful: { isSlow($0, by: doubtfulFactor) })
    }
    var times = BlockDurations()
    guard let confirmed = try isConfirmed(&times) else {
      return .skipped("the blocks take too long to be measured often enough")
    }
    guard confirmed else { return .passed }
    FloatingPointState.setFlushToZero(true)
    defer { FloatingPointState.setFlushToZero(false) }
    var flushed = BlockDurations()
    let remains = try isConfirmed(&flushed) ?? true
    if remains, try timeOfSilenceAlone(context, setup, frames: silence + sound) > slowest(flushed, loud) / 2 {
      return .passed
    }
    let measured = remains ? flushed : times
    let ratio = Int((slowest(measured, loud) / max(reference(measured, loud), 1)).rounded())
    return runFinding(
      remains ? .withFlushToZero : .withoutFlushToZero, remains ? .warning : .note, context,
      "run() takes \(ratio) times as long for silence after sound as for sound, "
        + (remains ? "also with flush-to-zero." : "but not with flush-to-zero."))
  }

  /// As `slowest`, without sound before the silence: some plug-ins have periodic work that is independent of the input.
  private static func timeOfSilenceAlone(
    _ context: PluginContext, _ setup: InstanceSetup, frames: Int
  ) throws -> Double {
    var times = BlockDurations()
    for _ in 0..<2 {
      try times.add(context, setup) { instance, after in
        instance.stream(.silence, frames: frames) { _, _ in
          after()
          return true
        }
      }
    }
    return largestMedian(times, window..<times.least.count)
  }

  /// The longer median of the sound before and after the silence: some plug-ins still load data during the first sound.
  private static func reference(_ times: BlockDurations, _ loud: Int) -> Double {
    max(times.median(0..<loud), times.median(times.least.count - loud..<times.least.count))
  }

  /// The largest median of a window of blocks of silence; there are `loud` blocks of sound before and after it.
  private static func slowest(_ times: BlockDurations, _ loud: Int) -> Double {
    largestMedian(times, loud..<times.least.count - loud)
  }

  private static func largestMedian(_ times: BlockDurations, _ blocks: Range<Int>) -> Double {
    stride(from: blocks.lowerBound, to: blocks.upperBound - window, by: window).map {
      times.median($0..<$0 + window)
    }.max() ?? 0
  }
}
