import CProbe
import Glibc
import TestHost

/// Threads that begin together, for code that is to be tried in parallel.
enum ParallelThreads {
  /// What a thread is to do, carried across.
  private final class Work {
    let body: () -> Void
    let start: UnsafeMutablePointer<pthread_barrier_t>

    init(_ body: @escaping () -> Void, _ start: UnsafeMutablePointer<pthread_barrier_t>) {
      self.body = body
      self.start = start
    }
  }

  /// Runs each body in a thread of its own, and `here` in the calling one, and returns when all have.
  ///
  /// When the process is told to say where it stands, that is in the calling thread. The bodies share nothing that one of
  /// them writes: that is for the caller to see to.
  static func run(_ bodies: [() -> Void], here: () -> Void = {}) {
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
      precondition(status == 0, "no thread for a check")
      threads.append(thread)
    }
    pthread_barrier_wait(start)
    here()
    for thread in threads { pthread_join(thread, nil) }
  }
}
