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
  /// - Returns: whether two of the bodies ran at the same time: on a busy machine, one can end before the next one begins.
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
        spans[index].begin = ContinuousClock.now
        body()
        spans[index].end = ContinuousClock.now
      }
    }
    pthread_barrier_wait(start)
    here()
    for thread in threads { probe_record_join(thread) }
    let ordered = spans.sorted { $0.begin < $1.begin }
    return zip(ordered, ordered.dropFirst()).contains { $1.begin < $0.end }
  }

  /// The times at which a body began and ended.
  private struct Span {
    var begin = ContinuousClock.now
    var end = ContinuousClock.now
  }
}
