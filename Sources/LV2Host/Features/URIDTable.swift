import Glibc

/// The table behind `URIDMap`: open addressing over C strings, so that a look-up allocates nothing.
struct URIDTable: ~Copyable {
  /// The strings by id, id 1 first.
  private var strings: UnsafeMutablePointer<UnsafeMutablePointer<CChar>>
  /// Ids by hash; 0 is free. A power of two, at most half full.
  private var slots: UnsafeMutableBufferPointer<UInt32>
  private var count = 0

  init(capacity: Int = 4096) {
    precondition(capacity & (capacity - 1) == 0, "a power of two")
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: 0)
    strings = .allocate(capacity: capacity / 2)
  }

  deinit {
    for index in 0..<count { free(strings[index]) }
    strings.deallocate()
    slots.deallocate()
  }

  /// The id of a URI, given now where it has none.
  mutating func id(of uri: UnsafePointer<CChar>) -> UInt32 {
    var slot = slot(of: uri)
    if slots[slot] != 0 { return slots[slot] }
    if count == slots.count / 2 {
      grow()
      slot = self.slot(of: uri)
    }
    guard let copy = strdup(uri) else { return 0 }
    strings[count] = copy
    count += 1
    slots[slot] = UInt32(count)
    return UInt32(count)
  }

  func uri(of id: UInt32) -> UnsafePointer<CChar>? {
    id >= 1 && id <= count ? UnsafePointer(strings[Int(id) - 1]) : nil
  }

  /// The slot that holds the URI's id, or the free one where it belongs.
  private func slot(of uri: UnsafePointer<CChar>) -> Int {
    var slot = Int(truncatingIfNeeded: hash(uri)) & (slots.count - 1)
    while slots[slot] != 0, strcmp(strings[Int(slots[slot]) - 1], uri) != 0 {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  /// FNV-1a, 64 bits (Fowler, Noll, Vo).
  private func hash(_ text: UnsafePointer<CChar>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var next = text
    while next.pointee != 0 {
      hash = (hash ^ UInt64(UInt8(bitPattern: next.pointee))) &* 0x100_0000_01b3
      next += 1
    }
    return hash
  }

  private mutating func grow() {
    let old = slots
    let oldStrings = strings
    slots = .allocate(capacity: old.count * 2)
    slots.initialize(repeating: 0)
    strings = .allocate(capacity: old.count)
    strings.moveInitialize(from: oldStrings, count: count)
    for index in 0..<count { slots[slot(of: strings[index])] = UInt32(index + 1) }
    oldStrings.deallocate()
    old.deallocate()
  }
}
