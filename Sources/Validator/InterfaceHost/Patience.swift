import Glibc
import TestHost

/// A limit of the time that repetitions of an action may take.
///
/// The time is that of the processor in this process, so that a busy machine does not change what is examined. An action that waits
/// may take four times as long.
package struct Patience {
  private let limit: Double
  private let processor = Patience.processorTime
  private let start = ContinuousClock.now

  /// - Parameter limit: in seconds.
  package init(_ limit: Double) { self.limit = limit }

  /// Whether the time is left.
  package var isLeft: Bool { used <= limit }

  /// Whether all repetitions will end in time, if the others take as long as those before.
  package func suffices(after done: Int, of all: Int) -> Bool { used * Double(all) <= limit * Double(done) }

  private var used: Double { max(Self.processorTime - processor, (ContinuousClock.now - start).seconds / 4) }

  /// In seconds, of all threads of this process.
  private static var processorTime: Double { ProcessSnapshot.processorTime(CLOCK_PROCESS_CPUTIME_ID) }
}
