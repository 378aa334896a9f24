import CProbe
import Glibc
import LV2Host

/// Threads that start simultaneously, to run code in parallel.
package enum ParallelThreads {
  /// Runs each body in a new thread and `here` in the calling thread, and returns when all are finished.
  ///
  /// If the watchdog requests a backtrace, it is that of the calling thread, or that of an unfinished thread if `here` is
  /// finished. The caller ensures that the bodies share no data that one of them writes.
  package static func run(_ bodies: [() -> Void], here: () -> Void = {}) {
    let start = UnsafeMutablePointer<pthread_barrier_t>.allocate(capacity: 1)
    pthread_barrier_init(start, nil, UInt32(bodies.count + 1))
    defer {
      pthread_barrier_destroy(start)
      start.deallocate()
    }
    let threads = bodies.map { body in
      startThread {
        pthread_barrier_wait(start)
        body()
      }
    }
    pthread_barrier_wait(start)
    here()
    for thread in threads { probe_record_join(thread) }
  }
}
