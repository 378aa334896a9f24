import Glibc
import LV2Host
import TestHost
import ValidationModel

/// What each block of a performance takes: for each, the least of several performances that are equal but for what else
/// the machine had to do meanwhile.
struct BlockTimes {
  /// In nanoseconds, by block.
  private(set) var least: [Double] = []
  /// What the performing thread was busy for in the cheapest performance, all that the host does included, in seconds.
  private(set) var leastThreadTime = Double.infinity
  /// How many performances there were.
  private(set) var count = 0
  /// What all performances may take together, with the making of their instances, before no more is begun.
  private static let patience = Duration.seconds(4)
  /// Fewer performances prove nothing.
  private static let enough = 4

  private let start = ContinuousClock.now

  /// Takes the times of one more performance, by a fresh instance.
  ///
  /// - Parameter perform: plays, and calls what it is given after each block.
  /// - Throws: `HostError`.
  mutating func add(_ context: PluginContext, _ setup: InstanceSetup, _ perform: (InstanceUnderTest, () -> Void) -> Void) throws {
    let instance = try InstanceUnderTest(context, setup)
    instance.activate()
    var times: [Double] = []
    let start = Self.threadTime
    perform(instance) { times.append(instance.lastRunTime) }
    leastThreadTime = min(leastThreadTime, Self.threadTime - start)
    least = least.isEmpty ? times : zip(least, times).map(min)
    count += 1
  }

  private static var threadTime: Double {
    var now = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }

  /// Adds performances: `few` of them, and then, while `isSuspicious` or `isDoubtful`, up to `many`, as long as there is
  /// time.
  ///
  /// What a busy machine does to a block in some performances, it does not do in all of twelve.
  /// - Parameter isDoubtful: whether more performances may make suspicious what is not yet so.
  /// - Returns: whether it is suspicious still; nil where there was no time to be certain.
  mutating func isConfirmed(
    _ context: PluginContext, _ setup: InstanceSetup, few: Int, many: Int,
    _ perform: (InstanceUnderTest, () -> Void) -> Void, isSuspicious: (BlockTimes) -> Bool,
    isDoubtful: (BlockTimes) -> Bool = { _ in false }
  ) throws -> Bool? {
    while count < few || (count < many && (isSuspicious(self) || isDoubtful(self))) {
      if count > 0, ContinuousClock.now - start > Self.patience { break }
      try add(context, setup, perform)
    }
    guard isSuspicious(self) else { return false }
    return count >= Self.enough ? true : nil
  }

  /// The middle of the times of some blocks; 0 where there are none.
  func median(_ blocks: Range<Int>) -> Double {
    let sorted = least[blocks.clamped(to: least.indices)].sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }
}
