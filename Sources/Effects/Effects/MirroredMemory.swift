import CMemory
import DSP

/// The memory of a delay line: zeros whose second half maps the same memory as the first.
///
/// Every range that begins in the first half is therefore contiguous. If the system cannot map a memory file twice, the
/// memory is plain, and the writer must write each sample into both halves.
///
/// SAFETY: owns the mapping. Only `deinit` unmaps it.
@frozen public struct MirroredMemory: ~Copyable {
  @usableFromInline let samples: UnsafeMutablePointer<Double>
  /// The number of samples in one half.
  let capacity: Int
  let isMirrored: Bool
  @usableFromInline let bytes: Int

  /// Returns nil if there is not enough memory.
  ///
  /// - Parameters:
  ///   - capacity: the minimum number of samples in one half, rounded up to whole pages.
  ///   - mirrored: false requests plain memory.
  init?(capacity: Int, mirrored: Bool = true) {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    bytes = (capacity * MemoryLayout<Double>.stride + page - 1) / page * page
    self.capacity = bytes / MemoryLayout<Double>.stride
    if mirrored, let start = Self.mapTwice(bytes) {
      samples = start.assumingMemoryBound(to: Double.self)
      isMirrored = true
    } else if let start = mapPages(2 * bytes, PROT_READ | PROT_WRITE, MAP_POPULATE) {
      samples = start.assumingMemoryBound(to: Double.self)
      isMirrored = false
    } else {
      return nil
    }
  }

  /// A delay line in this memory, which must not outlive it.
  var delayLine: MirroredDelayLine {
    MirroredDelayLine(storage: samples, capacity: capacity, isMirrored: isMirrored)
  }

  @inlinable deinit { munmap(samples, 2 * bytes) }

  private static func mapTwice(_ bytes: Int) -> UnsafeMutableRawPointer? {
    let name: StaticString = "martlet delay line"
    let file = create_memory_file(UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self))
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard ftruncate(file, bytes) == 0, let start = mapPages(2 * bytes, PROT_NONE, 0) else { return nil }
    for half in 0..<2 {
      let address = start + half * bytes
      guard mmap(address, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED | MAP_POPULATE, file, 0) == address
      else {
        munmap(start, 2 * bytes)
        return nil
      }
    }
    return start
  }
}

/// Maps `bytes` bytes of anonymous memory, or returns nil.
func mapPages(_ bytes: Int, _ protection: Int32, _ flags: Int32) -> UnsafeMutableRawPointer? {
  let address = mmap(nil, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0)
  return address == UnsafeMutableRawPointer(bitPattern: -1) ? nil : address
}
