import CMemory

/// Memory for samples, in pages of its own.
///
/// SAFETY: owns the mapping, and nothing else ends it.
@frozen public struct PlainMemory: ~Copyable {
  @usableFromInline let samples: UnsafeMutablePointer<Double>
  @usableFromInline let bytes: Int

  /// - Parameter count: how many samples, all zero.
  /// - Returns: nil where there is no memory.
  init?(count: Int) {
    bytes = count * MemoryLayout<Double>.stride
    guard let place = mapPages(bytes, PROT_READ | PROT_WRITE, MAP_POPULATE) else { return nil }
    samples = place.assumingMemoryBound(to: Double.self)
  }

  @inlinable deinit { munmap(samples, bytes) }
}

/// `bytes` bytes of fresh memory that belongs to no file, or nil.
func mapPages(_ bytes: Int, _ protection: Int32, _ flags: Int32) -> UnsafeMutableRawPointer? {
  let place = mmap(nil, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0)
  return place == UnsafeMutableRawPointer(bitPattern: -1) ? nil : place
}
