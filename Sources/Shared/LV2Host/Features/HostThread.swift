import CProbe
import Glibc

/// Starts a thread of the host, in which crashes are recorded too. The caller must join it.
public func startThread(_ body: @escaping () -> Void) -> pthread_t {
  final class Work {
    let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }
  }
  var thread = pthread_t()
  let status = pthread_create(
    &thread, nil,
    { work in
      probe_record_prepare_thread()
      if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
      return nil
    }, Unmanaged.passRetained(Work(body)).toOpaque())
  precondition(status == 0, "a thread of the host could not be created")
  return thread
}
