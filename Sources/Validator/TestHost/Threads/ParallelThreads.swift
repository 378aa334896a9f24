import CProbe
import Glibc
import LV2Host

/// Threads that start simultaneously, to run code in parallel.
package enum ParallelThreads {
  /// Runs each body in a new thread and `here` in the calling thread, and returns when all are finished.
  ///
  /// If the watchdog requests a backtrace, it is that of the calling thread, or that of an unfinished thread if `here` is
  /// finished. The caller ensures that the bodies share no data that one of them writes.
  ///
  /// - Returns: whether the bodies ran at the same time, or in turn many times: on a busy machine, one can end before the next one
  ///   begins, or while that waits for a processor.
  @discardableResult
  package static func run(_ bodies: [() -> Void], here: () -> Void = {}) -> Bool {
    let spans = UnsafeMutableBufferPointer<Span>.allocate(capacity: bodies.count)
    spans.initialize(repeating: Span())
    defer { spans.deallocate() }
    let start = UnsafeMutablePointer<pthread_barrier_t>.allocate(capacity: 1)
    pthread_barrier_init(start, nil, UInt32(bodies.count + 1))
    defer {
      pthread_barrier_destroy(start)
      start.deallocate()
    }
    let threads = bodies.enumerated().map { index, body in
      startThread {
        pthread_barrier_wait(start)
        let (begin, used, switches) = (ContinuousClock.now, processorTime, probe_thread_switches())
        body()
        spans[index] = Span(
          begin: begin, end: .now, processorTime: processorTime - used, switches: probe_thread_switches() - switches)
      }
    }
    pthread_barrier_wait(start)
    here()
    for thread in threads { probe_record_join(thread) }
    guard let begin = spans.map(\.begin).min(), let end = spans.map(\.end).max() else { return false }
    let used = spans.reduce(0) { $0 + $1.processorTime }
    return used > parallel * (end - begin).seconds || spans.reduce(0) { $0 + $1.switches } >= manySwitches
  }

  /// More processor time than this multiple of the time is that of two processors.
  private static let parallel = 1.25
  /// In total: a thread then was interrupted in the middle of its body, several times.
  private static let manySwitches = 8

  /// What a body took.
  private struct Span {
    var begin = ContinuousClock.now
    var end = ContinuousClock.now
    /// In seconds.
    var processorTime = 0.0
    /// How often another thread took the processor.
    var switches: UInt64 = 0
  }

  private static var processorTime: Double { ProcessSnapshot.processorTime(CLOCK_THREAD_CPUTIME_ID) }
}
