import Glibc
import TestHost
import ValidationModel

enum ThreadConcurrent: PluginCheck {
  enum Message: String, CaseIterable {
    case sharedState = "shared-state"
  }

  static let id: CheckID = "thread.concurrent"
  static let text = CheckText(
    asserts: "Instances can run in parallel threads without a crash and without an effect on each other's output.",
    rule: "Hosts do not call functions of one instance concurrently, but they do call those of different instances so",
    source: "lv2/core/lv2.h: Threading Rules",
    method: """
      Records four instances one after the other, twice, to verify that their output is repeatable. Then runs four \
      fresh instances in four threads, four times. Each output must equal the serial one within -120 dB relative to \
      its peak.
      """,
    details: """
      Each instance plays its own noise in blocks of 4096 frames. A difference is reported only if eight more serial \
      recordings have none.
      """,
    remedy: "Keep scratch buffers and state in the instance. Protect shared data outside run().",
    severities: [.error, .warning])

  /// As in thread.isolation.
  private static let tolerance: Float = 1e-6
  private static let threads = 4
  /// The number of attempts: whether the threads interfere depends on their timing.
  private static let rounds = 4
  /// The approximate processor time of a series, in seconds.
  private static let time = 0.05

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let blocks = try affordableBlocks(context)
    let first = try series(context, blocks)
    let second = try series(context, blocks)
    for series in first + second { series.run() }
    CrashRecord.note(activity: "\(threads) instances in parallel threads")
    let different = try (0..<rounds).flatMap { _ in
      let together = try series(context, blocks)
      ParallelThreads.run(together.map { series in { series.run() } })
      return zip(first, together).compactMap { alone, together -> Float? in
        let difference = alone.largestDifference(from: together)
        CrashRecord.noteProgress()
        return difference > tolerance * max(alone.peak, .leastNormalMagnitude) ? difference : nil
      }
    }
    guard zip(first, second).allSatisfy({ $0.largestDifference(from: $1) == 0 }) else {
      return .skipped(
        "two equal recordings of one instance differ, so the output cannot be compared; there was no crash")
    }
    guard let worst = different.max() else { return .passed }
    let found = finding(
      .sharedState, .warning,
      "The output of \(different.count) of \(rounds * threads) instances in parallel threads differs from their serial "
        + "output by up to \(worst).", count: different.count, call: "run()", seed: context.seed)
    return try context.confirmed([found]) { context in
      // As many instances exist as when the threads ran.
      try withExtendedLifetime(second) {
        try (0..<rounds).allSatisfy { _ in
          // Each is created immediately before it runs, as those in the threads were.
          let again = try (0..<threads).map { thread in
            let series = try series(thread, context, blocks)
            series.run()
            return series
          }
          return zip(first, again).allSatisfy { $0.largestDifference(from: $1) == 0 }
        }
      }
    }
  }

  private static func series(_ context: PluginContext, _ blocks: Int) throws -> [BlockSeries] {
    try (0..<threads).map { try series($0, context, blocks) }
  }

  private static func series(_ thread: Int, _ context: PluginContext, _ blocks: Int) throws -> BlockSeries {
    try BlockSeries(context, seed: context.seed &+ UInt32(thread), blocks: blocks)
  }

  /// The number of blocks in the time of a series.
  private static func affordableBlocks(_ context: PluginContext) throws -> Int {
    let trial = try BlockSeries(context, seed: context.seed, blocks: 4)
    // The first access to memory takes several times longer.
    trial.run()
    let begin = processorTime
    trial.run()
    return max(4, min(5000, Int(4 * time / max(processorTime - begin, 1e-6))))
  }

  /// The processor time of this thread, in seconds, which is independent of other load on the machine.
  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
