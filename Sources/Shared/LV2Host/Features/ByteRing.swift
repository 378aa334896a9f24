import Glibc
import Synchronization

/// A lock-free queue of messages between two threads: one writes and one reads. Its storage has a fixed size.
final class ByteRing: @unchecked Sendable {
  // SAFETY: only the writer writes `bytes` between `head` and `tail + capacity`, and only the reader reads it between
  // `tail` and `head`. The releasing stores order the contents.
  private let bytes: UnsafeMutableRawBufferPointer
  private let head = Atomic<Int>(0)
  private let tail = Atomic<Int>(0)

  /// - Parameter capacity: in bytes, a power of two. A message occupies 4 bytes in addition to its size.
  init(capacity: Int) {
    precondition(capacity > 0 && capacity & (capacity - 1) == 0)
    bytes = ByteRing.zeroed(capacity)
  }

  deinit { free(bytes.baseAddress) }

  /// Returns zeroed memory for `free()`.
  ///
  /// calloc() touches no page of a large block, and few instances use their rings.
  static func zeroed(_ capacity: Int) -> UnsafeMutableRawBufferPointer {
    guard let memory = calloc(1, capacity) else { fatalError("out of memory") }
    return UnsafeMutableRawBufferPointer(start: memory, count: capacity)
  }

  var isEmpty: Bool { head.load(ordering: .acquiring) == tail.load(ordering: .acquiring) }

  /// Appends one message. Returns false if it does not fit.
  func write(_ message: UnsafeRawBufferPointer) -> Bool {
    let start = head.load(ordering: .relaxed)
    let used = start - tail.load(ordering: .acquiring)
    guard message.count <= Int(Int32.max), used + 4 + message.count <= bytes.count else { return false }
    var size = UInt32(message.count)
    withUnsafeBytes(of: &size) { copy($0, to: start) }
    copy(message, to: start + 4)
    head.store(start + 4 + message.count, ordering: .releasing)
    return true
  }

  /// Moves the oldest message to `message`, which must have the capacity of the ring.
  ///
  /// - Returns: the size of the message in bytes, or nil if there is none.
  func read(into message: UnsafeMutableRawBufferPointer) -> Int? {
    let start = tail.load(ordering: .relaxed)
    guard head.load(ordering: .acquiring) != start else { return nil }
    var size: UInt32 = 0
    withUnsafeMutableBytes(of: &size) { copy(from: start, to: $0) }
    copy(from: start + 4, to: UnsafeMutableRawBufferPointer(rebasing: message[..<Int(size)]))
    tail.store(start + 4 + Int(size), ordering: .releasing)
    return Int(size)
  }

  private func copy(_ source: UnsafeRawBufferPointer, to position: Int) {
    for index in source.indices { bytes[(position + index) & (bytes.count - 1)] = source[index] }
  }

  private func copy(from position: Int, to target: UnsafeMutableRawBufferPointer) {
    for index in target.indices { target[index] = bytes[(position + index) & (bytes.count - 1)] }
  }
}
