import TestHost

/// The duration of each block: the minimum of several equal performances, which removes the influence of other programs.
struct BlockDurations {
  /// In nanoseconds, by block.
  private(set) var least: [Double] = []
  /// The minimum processor time of a performance, including the work of the host, in seconds.
  private(set) var leastThreadTime = Double.infinity
  private(set) var count = 0
  /// After this time, including instantiation, no further performance is started.
  private static let patience = Duration.seconds(4)
  private static let enough = 4

  private let start = ContinuousClock.now

  /// Measures one more performance, with a fresh instance.
  ///
  /// - Parameters:
  ///   - setting: of the instance; nil for the defaults.
  ///   - perform: plays, and calls the given closure after each block.
  mutating func add(
    _ context: PluginContext, _ setup: InstanceSetup, at setting: ControlSetting? = nil,
    _ perform: (InstanceUnderTest, () -> Void) -> Void
  ) throws {
    let instance = try context.activeInstance(setup, at: setting)
    var times: [Double] = []
    let start = ProcessSnapshot.threadTime
    perform(instance) { times.append(instance.lastRunTime) }
    leastThreadTime = min(leastThreadTime, ProcessSnapshot.threadTime - start)
    least = least.isEmpty ? times : zip(least, times).map(min)
    count += 1
  }

  /// Measures `few` performances, and up to `many` while the result is suspicious, as far as the time permits.
  ///
  /// A busy machine does not delay the same block in all of twelve performances.
  ///
  /// - Returns: whether the result remains suspicious; nil if the time did not permit a proof.
  mutating func isConfirmed(
    _ context: PluginContext, _ setup: InstanceSetup, at setting: ControlSetting? = nil, few: Int, many: Int,
    _ perform: (InstanceUnderTest, () -> Void) -> Void, isSuspicious: (BlockDurations) -> Bool
  ) throws -> Bool? {
    while count < few || (count < many && isSuspicious(self)) {
      if count > 0, ContinuousClock.now - start > Self.patience { break }
      try add(context, setup, at: setting, perform)
    }
    guard isSuspicious(self) else { return false }
    return count >= Self.enough ? true : nil
  }

  /// The median duration of some blocks; 0 if there are none.
  func median(_ blocks: Range<Int>) -> Double {
    let sorted = least[blocks.clamped(to: least.indices)].sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }
}
