/// The 64-bit FNV-1a hash: fast, not cryptographic, and the same on every machine and in every release.
///
/// Source: G. Fowler, L. C. Noll, K.-P. Vo, http://www.isthe.com/chongo/tech/comp/fnv/.
public enum FNV1a {
  // Computed, because a stored constant could be initialized lazily, with a lock, on the audio thread.
  private static var offset: UInt64 { 0xcbf2_9ce4_8422_2325 }
  private static var prime: UInt64 { 0x100_0000_01b3 }

  public static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(offset) { ($0 ^ UInt64($1)) &* prime }
  }

  /// The hash of the bytes of a C string, without the terminator. Does not allocate: the audio thread can call it.
  public static func hash(_ text: UnsafePointer<CChar>) -> UInt64 {
    var hash = offset
    var next = text
    while next.pointee != 0 {
      hash = (hash ^ UInt64(UInt8(bitPattern: next.pointee))) &* prime
      next += 1
    }
    return hash
  }
}
