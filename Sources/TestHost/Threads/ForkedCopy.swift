import CProbe

/// A copy of this process in its present state, which can make one recording later.
///
/// What the recording leaves in static variables does not remain in this process. Create copies before anything of the
/// plug-in is loaded, so that their recordings are the first of a process.
package final class ForkedCopy {
  /// The body and the capacity of its result, for the copy.
  private final class Job {
    let body: () -> [Float]?
    let capacity: Int

    init(_ body: @escaping () -> [Float]?, capacity: Int) {
      self.body = body
      self.capacity = capacity
    }
  }

  private let job: Job
  private let copy: OpaquePointer?

  /// - Parameters:
  ///   - capacity: the largest number of samples.
  ///   - body: called in the copy; nil if there is no recording.
  package init(capacity: Int, _ body: @escaping () -> [Float]?) {
    job = Job(body, capacity: capacity)
    let bytes = MemoryLayout<Int>.stride + capacity * MemoryLayout<Float>.stride
    // SAFETY: `job` lives as long as this object, and the copy has its own.
    copy = probe_copy_create(
      bytes,
      { context, memory in
        guard let context, let memory else { return false }
        let job = Unmanaged<Job>.fromOpaque(context).takeUnretainedValue()
        guard let samples = job.body(), samples.count <= job.capacity else { return false }
        memory.storeBytes(of: samples.count, as: Int.self)
        let start = memory + MemoryLayout<Int>.stride
        samples.withUnsafeBytes {
          start.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(start), byteCount: $0.count)
        }
        return true
      }, Unmanaged.passUnretained(job).toOpaque())
  }

  deinit { probe_copy_destroy(copy) }

  /// The result of the body; nil if it has none, crashed or did not return in time. Call it once.
  package func samples() -> [Float]? {
    guard let memory = probe_copy_run(copy) else { return nil }
    let count = memory.load(as: Int.self)
    let start = (memory + MemoryLayout<Int>.stride).assumingMemoryBound(to: Float.self)
    return Array(UnsafeBufferPointer(start: start, count: count))
  }
}
