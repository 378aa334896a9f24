import CSandbox

/// The two ends of a pipe, both closed on exec.
struct Pipe: ~Copyable {
  let reading: Descriptor
  let writing: Descriptor

  init() throws(SandboxError) {
    var ends: [Int32] = [-1, -1]
    guard sandbox_pipe(&ends) == 0 else { throw SandboxError(.pipe) }
    reading = Descriptor(number: ends[0])
    writing = Descriptor(number: ends[1])
  }

  /// The reading end, non-blocking; the writing end is closed.
  consuming func intoReading() -> Descriptor {
    reading.makeNonblocking()
    return reading
  }
}
