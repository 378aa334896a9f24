/// What a plug-in holds of its worker: it is never freed, so that a call that comes when the instance is long gone finds
/// nobody instead of freed memory.
final class WorkerDoor: @unchecked Sendable {
  // SAFETY: written before the plug-in is given the handle, and when its instance is freed. Unmanaged, so that a callback
  // in the audio thread counts no references.
  var worker: Unmanaged<Worker>?

  init() { _ = Unmanaged.passRetained(self) }

  /// The pointer that the plug-in is given.
  var handle: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// Who is behind the pointer that a callback received.
  static func worker(behind handle: UnsafeMutableRawPointer?) -> Worker? {
    guard let handle else { return nil }
    return Unmanaged<WorkerDoor>.fromOpaque(handle).takeUnretainedValue().worker?.takeUnretainedValue()
  }
}
