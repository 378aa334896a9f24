import CLV2
import Glibc

/// A semaphore.
final class Semaphore: @unchecked Sendable {
  // SAFETY: its functions are thread-safe.
  private let semaphore: UnsafeMutablePointer<sem_t> = .allocate(capacity: 1)

  init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func send() { sem_post(semaphore) }

  /// Waits until there is one more call of `send()` than of this function.
  func wait() { while sem_wait(semaphore) != 0 {} }
}

/// The requests and responses between the audio thread and the thread of the worker.
final class WorkerQueues {
  private static let capacity = 1 << 18

  let requests = ByteRing(capacity: capacity)
  /// The requests of restore(), which may run in another thread than run().
  let restoreRequests = ByteRing(capacity: capacity)
  let responses = ByteRing(capacity: capacity)
  let requestBuffer = ByteRing.zeroed(capacity)
  let responseBuffer = ByteRing.zeroed(capacity)

  deinit {
    free(requestBuffer.baseAddress)
    free(responseBuffer.baseAddress)
  }

  /// Moves the oldest request to `requestBuffer`; returns its size in bytes, or nil if there is none.
  func readRequest() -> Int? { requests.read(into: requestBuffer) ?? restoreRequests.read(into: requestBuffer) }
}

/// The handle of a worker in the C structs. It is never freed, so a late call of the plug-in finds no worker instead of
/// freed memory.
final class WorkerHandle: @unchecked Sendable {
  // SAFETY: written before the plug-in receives the pointer, and when its instance is freed. Unmanaged, so callbacks in
  // the audio thread do not count references.
  var worker: Unmanaged<Worker>?
  let isOfRestore: Bool

  init(isOfRestore: Bool) {
    self.isOfRestore = isOfRestore
    _ = Unmanaged.passRetained(self)
  }

  var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// The worker of the pointer that a callback received; nil after its deinitialization.
  static func worker(of pointer: UnsafeMutableRawPointer?) -> Worker? {
    at(pointer)?.worker?.takeUnretainedValue()
  }

  static func at(_ pointer: UnsafeMutableRawPointer?) -> WorkerHandle? {
    pointer.map { Unmanaged<WorkerHandle>.fromOpaque($0).takeUnretainedValue() }
  }
}
