import CSandbox
import Glibc

/// The two ends of a pipe, both close-on-exec. The reading end is non-blocking.
struct Pipe: ~Copyable {
  let reading: Descriptor
  let writing: Descriptor

  init() throws(SandboxError) {
    var ends: [Int32] = [-1, -1]
    guard sandbox_pipe(&ends) == 0 else { throw SandboxError(.pipe) }
    reading = Descriptor(number: ends[0])
    writing = Descriptor(number: ends[1])
    _ = fcntl(ends[0], F_SETFL, fcntl(ends[0], F_GETFL) | O_NONBLOCK)
  }

  /// Closes the writing end and returns the reading end.
  consuming func intoReading() -> Descriptor { reading }
}

/// A file descriptor that is closed when its owner is destroyed.
struct Descriptor: ~Copyable {
  let number: Int32

  deinit { close(number) }
}

struct LineSplitter {
  /// The limit in bytes. A longer line is not a result and is dropped.
  static let longest = 32 << 20

  private var rest: [UInt8] = []

  /// The lines that these bytes complete, without their newlines. Empty lines are omitted.
  mutating func split(_ bytes: some Collection<UInt8>) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    for (number, piece) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      if number > 0 {
        if !rest.isEmpty { lines.append(rest) }
        rest = []
      }
      rest += piece
    }
    if rest.count > Self.longest { rest = [] }
    return lines
  }
}
