import CProbe

/// A copy of this process in its present state, which can make recordings later.
///
/// What a recording leaves in static variables remains neither in this process nor for the next recording. Create the
/// copy before anything of the plug-in is loaded, so that each recording is the first of a process.
package final class ForkedCopy {
  /// The body and the capacity of its result, for the copy.
  private final class Job {
    let body: (UInt8) -> [Float]?
    let capacity: Int

    init(_ body: @escaping (UInt8) -> [Float]?, capacity: Int) {
      self.body = body
      self.capacity = capacity
    }
  }

  /// In seconds.
  package static let usualTimeout = 10

  private let job: Job
  private let copy: OpaquePointer?

  /// - Parameters:
  ///   - capacity: the largest number of samples.
  ///   - timeout: the longest duration of a call, in seconds.
  ///   - body: called in the copy with the argument of `samples`; nil if there is no recording.
  package init(capacity: Int, timeout: Int = usualTimeout, _ body: @escaping (UInt8) -> [Float]?) {
    job = Job(body, capacity: capacity)
    let bytes = MemoryLayout<Int>.stride + capacity * MemoryLayout<Float>.stride
    // SAFETY: `job` lives as long as this object, and the copy has its own.
    copy = probe_copy_create(
      bytes, UInt32(timeout),
      { context, number, memory in
        guard let context, let memory else { return false }
        let job = Unmanaged<Job>.fromOpaque(context).takeUnretainedValue()
        guard let samples = job.body(number), samples.count <= job.capacity else { return false }
        memory.storeBytes(of: samples.count, as: Int.self)
        let start = memory + MemoryLayout<Int>.stride
        samples.withUnsafeBytes {
          start.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(start), byteCount: $0.count)
        }
        return true
      }, Unmanaged.passUnretained(job).toOpaque())
  }

  deinit { probe_copy_destroy(copy) }

  /// The result of the body; nil if it has none, crashed or did not return in time.
  package func samples(_ number: UInt8) -> [Float]? {
    guard let memory = probe_copy_call(copy, number) else { return nil }
    let count = memory.load(as: Int.self)
    let start = (memory + MemoryLayout<Int>.stride).assumingMemoryBound(to: Float.self)
    return Array(UnsafeBufferPointer(start: start, count: count))
  }
}
