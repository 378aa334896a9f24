import CLV2

/// Bytes that are written one after another, in memory that grows.
struct ByteBuffer {
  private(set) var memory: UnsafeMutableRawPointer?
  private(set) var count = 0
  private var capacity = 0

  func deallocate() { free(memory) }

  /// Makes room for more bytes, or returns nil without memory.
  mutating func extend(_ size: Int) -> UnsafeMutableRawPointer? {
    if count + size > capacity {
      let larger = max(1024, 2 * capacity, count + size)
      guard let moved = realloc(memory, larger) else { return nil }
      (memory, capacity) = (moved, larger)
    }
    count += size
    return memory.map { $0 + count - size }
  }

  mutating func append(_ bytes: UnsafeRawPointer?, _ size: Int) {
    guard size > 0, let bytes, let place = extend(size) else { return }
    place.copyMemory(from: bytes, byteCount: size)
  }

  mutating func append(_ word: UInt32) { withUnsafeBytes(of: word.littleEndian) { append($0.baseAddress, 4) } }

  /// Appends the size of a text and its bytes with the final 0.
  mutating func append(_ text: UnsafePointer<CChar>) {
    let size = strlen(text) + 1
    append(UInt32(size))
    append(text, size)
  }

  mutating func removeLast(_ size: Int) { count -= size }

  /// Reads from the beginning.
  var reader: ByteReader { ByteReader(memory.map { UnsafeRawPointer($0) }, count) }
}

/// Reads bytes. What is not entirely in the buffer is nil.
struct ByteReader {
  private let start: UnsafeRawPointer?
  private(set) var remaining: Int
  private var place = 0

  init(_ start: UnsafeRawPointer?, _ count: Int) {
    self.start = start
    remaining = count
  }

  mutating func bytes(_ size: Int) -> UnsafeRawPointer? {
    guard let start, size >= 0, size <= remaining else { return nil }
    defer {
      place += size
      remaining -= size
    }
    return start + place
  }

  mutating func word() -> UInt32? { bytes(4).map { UInt32(littleEndian: $0.loadUnaligned(as: UInt32.self)) } }

  /// A text that `ByteBuffer.append` has written.
  mutating func text() -> UnsafePointer<CChar>? {
    guard let size = word(), size > 0, let bytes = bytes(Int(size)),
      bytes.load(fromByteOffset: Int(size) - 1, as: UInt8.self) == 0
    else { return nil }
    return bytes.assumingMemoryBound(to: CChar.self)
  }
}
