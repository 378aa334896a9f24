import CProbe
import LV2Host
import TestHost
import ValidationModel

enum PerfDenormal: PluginCheck {
  static let id: CheckID = "perf.denormal"
  static let text = CheckText(
    asserts: "Silence after sound takes no longer than sound.",
    rule: "Arithmetic on subnormal numbers, which a decay ends in, costs tens of cycles on many processors",
    source: "our own: no term of the specification asks for it",
    method: """
      Takes the time of blocks of noise and a note (0.5 s), of silence behind it (5 s) and of both again (0.5 s) in \
      fresh instances without flush-to-zero, the least of 2 performances for each block, and of 10 where the median \
      of some 0.17 s of silence is more than 1.5 times that of either noise. Where it is more than 2.5 times, by a \
      microsecond at least, it is measured with flush-to-zero on as well: a note where that cures it, as it does in \
      hosts that set it. Not reported where silence takes half as long at any time in an instance that has heard \
      nothing else.
      """,
    remedy: "Flush the state of recursive filters when it is small, or set flush-to-zero in run() and restore it.",
    severities: [.warning, .note])

  private static let window = 32
  private static let factor = 2.5
  /// From here on it is measured again: the sound of two performances may have met a busy machine.
  private static let doubtfulFactor = 1.5
  /// In nanoseconds: less is the clock's own.
  private static let least = 1000.0

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard context.plugin.hasAudioInput || context.plugin.midiInput != nil else {
      return .skipped("it has no input for audio or MIDI")
    }
    let setup = InstanceSetup(context)
    let sound = Int(0.5 * context.rate)
    let silence = Int(5 * context.rate)
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
    func isSlow(_ times: BlockTimes, by factor: Double) -> Bool {
      let reference = reference(times, loud)
      return slowest(times, loud) > max(factor * reference, reference + least)
    }
    func isConfirmed(_ times: inout BlockTimes) throws -> Bool? {
      try times.isConfirmed(
        context, setup, few: 2, many: 10, perform, isSuspicious: { isSlow($0, by: factor) },
        isDoubtful: { isSlow($0, by: doubtfulFactor) })
    }
    var times = BlockTimes()
    guard let confirmed = try isConfirmed(&times) else {
      return .skipped("it takes too long to be repeated until it is certain")
    }
    guard confirmed else { return .passed }
    probe_fp_set_flush(true)
    defer { probe_fp_set_flush(false) }
    var flushed = BlockTimes()
    let remains = try isConfirmed(&flushed) ?? true
    if remains, try timeOfMereSilence(context, setup, frames: silence + sound) > slowest(flushed, loud) / 2 {
      return .passed
    }
    let told = remains ? flushed : times
    let ratio = Int((slowest(told, loud) / max(reference(told, loud), 1)).rounded())
    return .findings([
      finding(
        remains ? .warning : .note,
        "Silence after sound takes \(ratio) times as long as sound"
          + (remains ? ", with flush-to-zero too." : "; with flush-to-zero it does not."), call: "run()",
        seed: context.seed)
    ])
  }

  /// The largest median of a window of blocks of silence before any sound, which leave nothing behind that might be
  /// subnormal; some plug-ins have work to do every few seconds, whatever they hear.
  private static func timeOfMereSilence(_ context: PluginContext, _ setup: InstanceSetup, frames: Int) throws -> Double {
    var times = BlockTimes()
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

  /// What a block of sound takes: before the silence or after it, whichever is more, for some plug-ins are still loading
  /// what they need when the first is played.
  private static func reference(_ times: BlockTimes, _ loud: Int) -> Double {
    max(times.median(0..<loud), times.median(times.least.count - loud..<times.least.count))
  }

  /// The largest median of a window of blocks of the silence, before and behind which lie `loud` blocks of sound.
  private static func slowest(_ times: BlockTimes, _ loud: Int) -> Double {
    largestMedian(times, loud..<times.least.count - loud)
  }

  private static func largestMedian(_ times: BlockTimes, _ blocks: Range<Int>) -> Double {
    stride(from: blocks.lowerBound, to: blocks.upperBound - window, by: window).map {
      times.median($0..<$0 + window)
    }.max() ?? 0
  }
}
