import CMemory

/// Samples whose second half is the same memory as the first: any stretch that begins in the first half lies in one
/// piece. A memory file is mapped twice, side by side; where that cannot be had, the memory is plain and twice as long,
/// and whoever writes must write twice.
///
/// SAFETY: owns the mapping, and nothing else ends it.
@frozen public struct MirroredMemory: ~Copyable {
  @usableFromInline let samples: UnsafeMutablePointer<Double>
  /// How many samples there are in a half.
  let capacity: Int
  let isMirrored: Bool
  @usableFromInline let bytes: Int

  /// - Parameters:
  ///   - capacity: at least so many samples in a half, all zero; rounded up to whole pages.
  ///   - mirrored: false asks for the plain kind.
  /// - Returns: nil where there is no memory.
  init?(capacity: Int, mirrored: Bool = true) {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    bytes = (capacity * MemoryLayout<Double>.stride + page - 1) / page * page
    self.capacity = bytes / MemoryLayout<Double>.stride
    if mirrored, let place = Self.mapTwice(bytes) {
      samples = place.assumingMemoryBound(to: Double.self)
      isMirrored = true
    } else if let place = mapPages(2 * bytes, PROT_READ | PROT_WRITE, MAP_POPULATE) {
      samples = place.assumingMemoryBound(to: Double.self)
      isMirrored = false
    } else {
      return nil
    }
  }

  @inlinable deinit { munmap(samples, 2 * bytes) }

  private static func mapTwice(_ bytes: Int) -> UnsafeMutableRawPointer? {
    let name: StaticString = "martlet delay line"
    let file = memfd_create(UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self), UInt32(MFD_CLOEXEC))
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard ftruncate(file, bytes) == 0, let place = mapPages(2 * bytes, PROT_NONE, 0) else { return nil }
    for half in 0..<2 {
      let wanted = place + half * bytes
      let got = mmap(wanted, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED | MAP_POPULATE, file, 0)
      guard got == wanted else {
        munmap(place, 2 * bytes)
        return nil
      }
    }
    return place
  }
}

/// `bytes` bytes of fresh memory that belongs to no file, or nil.
func mapPages(_ bytes: Int, _ protection: Int32, _ flags: Int32) -> UnsafeMutableRawPointer? {
  let place = mmap(nil, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0)
  return place == UnsafeMutableRawPointer(bitPattern: -1) ? nil : place
}
