import Model
import Support
import TestHost

enum ThreadConcurrent: PluginCheck {
  enum Message: MessageKind {
    case sharedState

    var text: MessageText {
      switch self {
      case .sharedState:
        MessageText(
          .warning, rule: simultaneousInstances,
          remedy:
            "Keep scratch buffers and the state of the signal in the instance, not in static or global variables that "
            + "run() writes.")
      }
    }
  }

  private static let simultaneousInstances = Rule(
    "\"A host may call run() for two different plugin instances simultaneously\"", source: "lv2core: Threading Rules")

  static let id: CheckID = "thread.concurrent"
  static let measuresTime = true
  static let text = CheckText(
    asserts: "Instances can run in parallel threads without a crash and without an effect on each other's output.",
    method: "Records four instances one after the other. Then runs four fresh instances in four threads, four times. "
      + "Each output must equal the serial one within -120 dB relative to its peak.",
    details: "Each instance plays its own noise in blocks of 4096 frames. The threads run twice, for a shorter time, "
      + "if sixteen blocks change no variable of the plug-in's libraries. A difference is reported only if eight more "
      + "serial recordings have none.",
    level: CheckLevel(5, "Hosts run instances in several threads at once."))

  static let provocation = Provocation(
    MessageText(
      .error, rule: simultaneousInstances,
      remedy:
        "Keep in the instance what the function of the backtrace accesses, such as scratch buffers and tables that "
        + "change. Protect what instances must share, such as caches, outside run()."), exercise: .sharing,
    incidental: (.instance, .outsideRun))

  /// As in thread.isolation.
  private static let tolerance: Float = 1e-6
  private static let threads = 4
  /// The processor time of a series, in seconds, and the number of attempts: whether threads interfere depends on timing.
  private typealias Effort = (time: Double, rounds: Int)
  private static let usual: Effort = (0.05, 4)
  /// For instances that can share only memory to which variables point.
  private static let reduced: Effort = (0.002, 2)

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let (blocks, rounds) = try extent(context)
    let first = try series(context, blocks)
    for series in first { series.run() }
    CrashRecord.note(activity: "\(threads) instances in parallel threads")
    let (played, different) = try differences(from: first, context, blocks, rounds)
    guard let worst = different.max() else { return .passed }
    let second = try series(context, blocks)
    for series in second { series.run() }
    guard zip(first, second).allSatisfy({ $0.largestDifference(from: $1) == 0 }) else {
      return .skipped(
        "two equal recordings of one instance differ, so the output cannot be compared; there was no crash")
    }
    let found: Finding = finding(
      .sharedState,
      "In parallel threads, the output of \(different.count) of \(played.counted("instance")) differs from "
        + "the serial output by up to \(worst.text); expected equal output.", count: different.count, call: "run()",
      seed: context.seed)
    return try context.confirmed([found]) { context in
      // As many instances exist as when the threads ran.
      try withExtendedLifetime(second) {
        try (0..<usual.rounds).allSatisfy { _ in
          // Each is created immediately before it runs, as those in the threads were.
          let again = try (0..<threads).map { thread in
            let series = try BlockSeries(context, seed: context.seed &+ UInt32(thread), blocks: blocks)
            series.run()
            return series
          }
          return zip(first, again).allSatisfy { $0.largestDifference(from: $1) == 0 }
        }
      }
    }
  }

  /// The largest number of attempts for one round in which threads run at the same time.
  private static let attempts = 8

  /// The number of instances that ran in parallel threads, and the differences from the serial recordings.
  private static func differences(
    from first: [BlockSeries], _ context: PluginContext, _ blocks: Int, _ rounds: Int
  ) throws -> (played: Int, [Float]) {
    var (played, met) = (0, 0)
    var different: [Float] = []
    while met < rounds, played < attempts * rounds * threads {
      let together = try series(context, blocks)
      if ParallelThreads.run(together.map { series in { series.run() } }) { met += 1 }
      played += threads
      different += zip(first, together).compactMap { alone, together -> Float? in
        let difference = alone.largestDifference(from: together)
        CrashRecord.noteProgress()
        guard difference > 0, difference > tolerance * max(alone.peak, .leastNormalMagnitude) else { return nil }
        return difference
      }
    }
    return (played, different)
  }

  private static func series(_ context: PluginContext, _ blocks: Int) throws -> [BlockSeries] {
    try (0..<threads).map { try BlockSeries(context, seed: context.seed &+ UInt32($0), blocks: blocks) }
  }

  /// The length of the series in blocks, and the number of attempts.
  private static func extent(_ context: PluginContext) throws -> (blocks: Int, rounds: Int) {
    let trial = try BlockSeries(context, seed: context.seed, blocks: 4)
    let variables = ProcessSnapshot.libraryVariables
    // The first access to memory takes several times longer, and other programs can only lengthen the next ones.
    trial.run()
    let durations = (0..<3).map { _ in
      let begin = ProcessSnapshot.threadTime
      trial.run()
      return ProcessSnapshot.threadTime - begin
    }
    let duration = max(durations.min() ?? 0, 1e-6)
    let effort = ProcessSnapshot.libraryVariables == variables ? reduced : usual
    return (max(4, min(5000, Int(4 * effort.time / duration))), effort.rounds)
  }
}
