import CProbe
import Glibc

/// Threads that start simultaneously, to run code in parallel.
package enum ParallelThreads {
  /// The work of a thread.
  private final class Work {
    package let body: () -> Void
    package let start: UnsafeMutablePointer<pthread_barrier_t>

    package init(_ body: @escaping () -> Void, _ start: UnsafeMutablePointer<pthread_barrier_t>) {
      self.body = body
      self.start = start
    }
  }

  /// Runs each body in a new thread and `here` in the calling thread, and returns when all are finished.
  ///
  /// If the watchdog requests a backtrace, it is that of the calling thread. The caller ensures that the bodies share no
  /// data that one of them writes.
  package static func run(_ bodies: [() -> Void], here: () -> Void = {}) {
    let start = UnsafeMutablePointer<pthread_barrier_t>.allocate(capacity: 1)
    pthread_barrier_init(start, nil, UInt32(bodies.count + 1))
    defer {
      pthread_barrier_destroy(start)
      start.deallocate()
    }
    var threads: [pthread_t] = []
    for body in bodies {
      var thread = pthread_t()
      let work = Unmanaged.passRetained(Work(body, start))
      let status = pthread_create(
        &thread, nil,
        { context in
          guard let context else { return nil }
          let work = Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
          probe_record_prepare_thread()
          pthread_barrier_wait(work.start)
          work.body()
          return nil
        }, work.toOpaque())
      precondition(status == 0, "cannot create a thread for a check")
      threads.append(thread)
    }
    pthread_barrier_wait(start)
    here()
    for thread in threads { pthread_join(thread, nil) }
  }
}
