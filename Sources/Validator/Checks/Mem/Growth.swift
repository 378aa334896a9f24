import TestHost

/// What a running instance or an interface holds more after each repetition of the same actions.
struct Growth {
  /// Of heap memory; 0 if a repetition did not add any.
  var bytes: Int { least(\.bytes) }
  /// The number of open file descriptors; 0 in the same case.
  var descriptors: Int { least(\.descriptors) }
  var threads: Int { least(\.threads) }
  /// The number of child processes, those that ended and were not waited for included; 0 in the same case.
  var processes: Int { least(\.processes) }
  /// Of what the caller counts.
  var others: Int { least(\.others) }

  private struct Use {
    var bytes: Int
    var descriptors = 0
    var threads = 0
    let processes = ProcessSnapshot.childCount
    let others: Int
  }

  private var uses: [Use] = []

  /// Repetitions before counting begins, in which caches and pools fill.
  static let warmUp = 6
  static let counted = 24

  /// Nothing is known yet.
  init() {}

  /// Repeats `body` and counts after each repetition.
  ///
  /// - Parameter body: returns whether to continue; without all repetitions, nothing is known and all numbers are 0.
  init(warmUp: Int = Self.warmUp, counted: Int = Self.counted, _ body: () throws -> Bool) rethrows {
    for repetition in 0..<warmUp + counted {
      guard try body() else {
        uses = []
        return
      }
      guard repetition >= warmUp - 1 else { continue }
      count()
      // The usual case ends early.
      if !isPossible { return }
    }
  }

  /// Counts after a repetition.
  ///
  /// - Parameter others: what the caller counts.
  mutating func count(others: Int = 0) {
    var use = Use(bytes: Int(AllocationLedger.bytes), others: others)
    ProcessSnapshot.enumerate([.descriptor, .thread]) { aspect, _, _ in
      if aspect == .descriptor { use.descriptors += 1 } else { use.threads += 1 }
    }
    uses.append(use)
  }

  /// Whether further repetitions can show growth: some number grew in each one so far.
  var isPossible: Bool { uses.count <= 2 || bytes + descriptors + threads + processes + others > 0 }

  /// Whether each number that grows does so by about as much in each repetition: chance does not do that three times.
  var isRegular: Bool {
    [\.bytes, \.descriptors, \.threads, \.processes, \.others].allSatisfy { (number: KeyPath<Use, Int>) in
      let (least, most) = (least(number), increases(of: number).max() ?? 0)
      return least == 0 || most - least <= least / 4
    }
  }

  private func increases(of number: KeyPath<Use, Int>) -> [Int] {
    zip(uses, uses.dropFirst()).map { $1[keyPath: number] - $0[keyPath: number] }
  }

  /// The least increase; 0 if a number is not larger than the one before it.
  private func least(_ number: KeyPath<Use, Int>) -> Int {
    max(0, increases(of: number).min() ?? 0)
  }
}
