import LV2Host

/// What each block of a performance takes: for each, the least of several performances that are equal but for what else
/// the machine had to do meanwhile.
struct BlockTimes {
  /// In nanoseconds, by block.
  private(set) var least: [Double] = []
  /// How many performances there were.
  private(set) var count = 0
  /// What a performance may take, with the making of its instance, before it is not repeated.
  private static let patience = Duration.seconds(3)

  private let start = ContinuousClock.now

  /// Takes the times of one more performance, by a fresh instance.
  ///
  /// - Parameter perform: plays, and calls what it is given after each block.
  /// - Throws: `HostError`.
  mutating func add(_ context: PluginContext, _ setup: RigSetup, _ perform: (Rig, () -> Void) -> Void) throws {
    let rig = try Rig(context, setup)
    rig.activate()
    var times: [Double] = []
    perform(rig) { times.append(rig.lastRunTime) }
    least = least.isEmpty ? times : zip(least, times).map(min)
    count += 1
  }

  /// Adds performances: `least` of them, and then, while `isSuspicious`, up to `most`; returns whether it still is.
  ///
  /// What a busy machine does to a block in some performances, it does not do in all of twelve.
  mutating func isConfirmed(
    _ context: PluginContext, _ setup: RigSetup, least few: Int, most many: Int,
    _ perform: (Rig, () -> Void) -> Void, isSuspicious: (BlockTimes) -> Bool
  ) throws -> Bool? {
    while count < few || (count < many && isSuspicious(self)) {
      if count > 0, (ContinuousClock.now - start) / count > Self.patience { return nil }
      try add(context, setup, perform)
    }
    return isSuspicious(self)
  }

  /// The middle of the times of some blocks; 0 where there are none.
  func median(_ blocks: Range<Int>) -> Double {
    let sorted = least[blocks.clamped(to: least.indices)].sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }
}
