import TestHost

/// What a running instance holds more after each repetition of the same actions.
struct Growth {
  /// Of heap memory; 0 if a repetition did not add any.
  private(set) var bytes = 0
  /// The number of open file descriptors; 0 in the same case.
  private(set) var descriptors = 0
  private(set) var threads = 0
  /// Of what the caller counts.
  private(set) var others = 0

  /// Repetitions before counting begins, in which caches and pools fill.
  static let warmUp = 6
  static let counted = 24

  /// Repeats `body` and counts after each repetition.
  ///
  /// - Parameters:
  ///   - others: counts something else after each repetition.
  ///   - body: returns whether to continue; without all repetitions, nothing is known and all numbers are 0.
  init(
    warmUp: Int = Self.warmUp, counted: Int = Self.counted, others count: () -> Int = { 0 }, _ body: () throws -> Bool
  ) rethrows {
    var uses: [(bytes: Int, descriptors: Int, threads: Int, others: Int)] = []
    for repetition in 0..<warmUp + counted {
      guard try body() else { return }
      guard repetition >= warmUp - 1 else { continue }
      var use = (bytes: Int(AllocationLedger.bytes), descriptors: 0, threads: 0, others: count())
      ProcessSnapshot.enumerate([.descriptor, .thread]) { aspect, _, _ in
        if aspect == .descriptor { use.descriptors += 1 } else { use.threads += 1 }
      }
      uses.append(use)
      // The usual case ends early.
      let counts = [uses.map(\.bytes), uses.map(\.descriptors), uses.map(\.threads), uses.map(\.others)]
      let grows = counts.contains { Self.growth($0) != 0 }
      if uses.count > 2, !grows { return }
    }
    bytes = Self.growth(uses.map(\.bytes))
    descriptors = Self.growth(uses.map(\.descriptors))
    threads = Self.growth(uses.map(\.threads))
    others = Self.growth(uses.map(\.others))
  }

  /// The least increase; 0 if a number is not larger than the one before it.
  private static func growth(_ counts: [Int]) -> Int {
    max(0, zip(counts, counts.dropFirst()).map { $1 - $0 }.min() ?? 0)
  }
}
