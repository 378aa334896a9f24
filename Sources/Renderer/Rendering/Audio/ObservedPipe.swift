import CProcess
import Glibc
import Support
import Synchronization

/// A pipe between an input that is a pipe or a socket and libsndfile. It evaluates what libsndfile does not report for
/// such inputs: the length that a Wave64 header declares, and whether an Ogg stream is complete.
final class ObservedPipe: @unchecked Sendable {
  // SAFETY: only the thread uses `source`, `sink`, `held` and `buffer`; the results are atomic.

  /// The end for libsndfile, which closes it.
  let output: Int32
  /// The size of the audio data in bytes that a Wave64 header declares; nil before it was read, and for other formats.
  var declaredSize: Int? {
    let size = size.load(ordering: .acquiring)
    return size < 0 || SoundFileHeader.isPlaceholder(size) ? nil : size
  }
  /// Whether an Ogg stream ended without its last page.
  var isTruncated: Bool { truncated.load(ordering: .acquiring) }

  private let size = Atomic<Int>(-1)
  private let truncated = Atomic<Bool>(false)
  private let source, sink: Int32
  /// Bytes under examination, which have not been forwarded.
  private var held: [UInt8] = []
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// Starts a thread that forwards the input.
  ///
  /// - Parameter source: a descriptor, which the thread closes at the end of the input.
  /// - Throws: `RenderError.internal` if the system has no pipe or thread.
  init(_ source: Int32) throws(RenderError) {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else {
      throw .internal("The system could not create a pipe: \(systemMessage())")
    }
    (self.source, output, sink) = (source, ends[0], ends[1])
    pthread_detach(try Interruption.startThread { self.run() })
  }

  private func run() {
    if hold(4) {
      switch String(decoding: held, as: UTF8.self) {
      case "riff": examineWave64()
      case "OggS": examineOgg()
      default: break
      }
    }
    _ = forward(.max)
    close(source)
    close(sink)
  }

  /// Finds the data chunk: a GUID of 16 bytes that begins with `data`, and its size with these 24 bytes. Chunks begin
  /// at multiples of 8 bytes, after 40 bytes for the form.
  private func examineWave64() {
    guard forward(36) else { return }
    while hold(24) {
      let size = held[16...].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      guard size >= 24, size < TimePoint.longest else { return }
      if held.starts(with: "data".utf8) { return self.size.store(Int(size) - 24, ordering: .releasing) }
      guard forward(Int(size + 7) & ~7 - 24) else { return }
    }
  }

  /// Follows the pages: a header of 27 bytes whose last byte is the number of segments, the size of each segment in a
  /// byte, and the segments. Bit 2 of byte 5 marks the last page (RFC 3533, section 6).
  private func examineOgg() {
    var isComplete = false
    while hold(27), held.starts(with: "OggS".utf8), hold(27 + Int(held[26])) {
      isComplete = held[5] & 4 != 0
      let length = held[27...].reduce(0) { $0 + Int($1) }
      if !forward(length) { isComplete = false }
    }
    let isDamaged = held.count >= 27 && !held.starts(with: "OggS".utf8)
    truncated.store(!isComplete && !isDamaged, ordering: .releasing)
  }

  /// Extends `held` to `count` bytes; false if the input ends before.
  private func hold(_ count: Int) -> Bool {
    while held.count < count {
      let added = read(source, &buffer, count - held.count)
      if added < 0 && errno == EINTR { continue }
      guard added > 0 else { return false }
      held += buffer[..<added]
    }
    return true
  }

  /// Forwards `held` and the next `count` bytes; false if the input ends before, or if libsndfile has closed its end.
  private func forward(_ count: Int) -> Bool {
    var rest = count
    guard writeAll(held, to: sink) == nil else { return false }
    held = []
    while rest > 0 {
      let added = read(source, &buffer, min(rest, buffer.count))
      if added < 0 && errno == EINTR { continue }
      guard added > 0, writeAll(Array(buffer[..<added]), to: sink) == nil else { return false }
      rest -= added
    }
    return true
  }
}
