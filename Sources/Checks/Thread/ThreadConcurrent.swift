import CProbe
import Glibc
import TestHost
import ValidationModel

enum ThreadConcurrent: PluginCheck {
  static let id: CheckID = "thread.concurrent"
  static let text = CheckText(
    asserts: "Instances that run in parallel threads neither crash nor change each other's output.",
    rule: "The functions of one instance are not called concurrently, those of different instances are",
    source: "lv2/core/lv2.h: Threading Rules",
    method: """
      Four instances, each with noise of its own, run blocks of 4096 frames one after the other, twice, to know that \
      their output is repeatable; then four fresh ones run in four threads that begin together, four times over. Each has to give what it \
      gave in series, within -120 dB of its peak; a difference counts where eight more series, one after the other \
      again, have none.
      """,
    remedy: "Keep scratch buffers and state in the instance; guard what has to be shared, outside run().",
    severities: [.error, .warning])

  /// As in thread.isolation.
  private static let tolerance: Float = 1e-6
  private static let threads = 4
  /// How often the threads are tried: whether they meet is a matter of chance.
  private static let rounds = 4
  /// A series takes about so long of a processor, in seconds.
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
      return .skipped("it did not crash, but two equal runs of one instance differ, so the output cannot be compared")
    }
    guard let worst = different.max() else { return .passed }
    let found = finding(
      .warning,
      "\(different.count) of \(rounds * threads) instances in parallel threads give another output than in series, by "
        + "up to \(worst).", count: different.count, call: "run()", seed: context.seed)
    return try context.confirmed([found]) { context in
      // As many instances are alive as when the threads ran.
      try withExtendedLifetime(second) {
        try (0..<rounds).allSatisfy { _ in
          // Each is made right before it runs, and so is as young as those in the threads were.
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

  /// How many blocks go into the time of a series.
  private static func affordableBlocks(_ context: PluginContext) throws -> Int {
    let trial = try BlockSeries(context, seed: context.seed, blocks: 4)
    // What is touched for the first time takes a multiple.
    trial.run()
    let begin = processorTime
    trial.run()
    return max(4, min(5000, Int(4 * time / max(processorTime - begin, 1e-6))))
  }

  /// What this thread has had of a processor, in seconds: what a busy machine does to other threads does not count.
  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
