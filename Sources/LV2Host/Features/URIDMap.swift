import CLV2
import Glibc
import Support
import Synchronization

/// The `urid:map` and `urid:unmap` features: a table of URIs and URIDs for all threads of the process.
///
/// The lookup of a mapped URI makes no allocation, system call or heap lock. URIDs count from 1 and never change. The
/// map outlives every instance that uses it.
public final class URIDMap: @unchecked Sendable {
  // SAFETY: only init writes the C structs and only deinit frees them. The table has a lock.

  /// The C struct for `urid:map`.
  let map: UnsafeMutablePointer<LV2_URID_Map>
  /// The C struct for `urid:unmap`.
  let unmap: UnsafeMutablePointer<LV2_URID_Unmap>
  private let table: Mutex<URIDTable>
  private let calls = Atomic<Int>(0)

  /// - Parameter preload: URIs to map now, so that their later mapping does not allocate.
  public init(preload: [String] = []) {
    table = Mutex(URIDTable())
    map = .allocate(capacity: 1)
    unmap = .allocate(capacity: 1)
    // SAFETY: the map, and so its structs, outlives the instances that use them.
    let handle = Unmanaged.passUnretained(self).toOpaque()
    map.initialize(
      to: LV2_URID_Map(handle: handle) { handle, uri in
        let scope = CallbackScope()
        defer { scope.end() }
        guard let handle, let uri else { return 0 }
        let map = Unmanaged<URIDMap>.fromOpaque(handle).takeUnretainedValue()
        map.calls.add(1, ordering: .relaxed)
        let id = map.lookUp(uri)
        scope.record(.map, detail: id)
        return id
      })
    unmap.initialize(
      to: LV2_URID_Unmap(handle: handle) { handle, id in
        let scope = CallbackScope(.unmap, detail: id)
        defer { scope.end() }
        guard let handle else { return nil }
        let map = Unmanaged<URIDMap>.fromOpaque(handle).takeUnretainedValue()
        return map.string(id)
      })
    for uri in preload { _ = id(of: uri) }
  }

  deinit {
    map.deallocate()
    unmap.deallocate()
  }

  /// The number of map() calls of plug-ins in all threads.
  public var callCount: Int { calls.load(ordering: .relaxed) }

  /// The URID of a URI. A new URI gets the next URID.
  public func id(of uri: String) -> UInt32 { uri.withCString(lookUp) }

  /// The URI of a URID; nil for an unmapped one.
  public func uri(of id: UInt32) -> String? { string(id).map { String(cString: $0) } }

  private func lookUp(_ uri: UnsafePointer<CChar>) -> UInt32 {
    // SAFETY: the string is valid during the call, and the address of a pointer is not NULL.
    let address = UInt(bitPattern: uri)
    return table.withLock { table in UnsafePointer(bitPattern: address).map { table.id(of: $0) } ?? 0 }
  }

  private func string(_ id: UInt32) -> UnsafePointer<CChar>? {
    // SAFETY: the table keeps every string until the map is deinitialized.
    UnsafePointer(bitPattern: table.withLock { UInt(bitPattern: $0.uri(of: id)) })
  }
}

/// A hash table of C strings with open addressing, so a lookup does not allocate.
private struct URIDTable: ~Copyable {
  /// The strings in the order of their URIDs, from 1.
  private var strings: UnsafeMutablePointer<UnsafeMutablePointer<CChar>>
  /// The URIDs by hash; 0 is a free slot. The count is a power of two. At most half of the slots are used.
  private var slots: UnsafeMutableBufferPointer<UInt32>
  private var count = 0

  init(capacity: Int = 4096) {
    precondition(capacity & (capacity - 1) == 0, "the capacity must be a power of two")
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: 0)
    strings = .allocate(capacity: capacity / 2)
  }

  deinit {
    for index in 0..<count { free(strings[index]) }
    strings.deallocate()
    slots.deallocate()
  }

  /// The URID of a URI. A new URI gets the next URID.
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

  /// The slot of the URI's URID, or the free slot for it.
  private func slot(of uri: UnsafePointer<CChar>) -> Int {
    var slot = Int(truncatingIfNeeded: FNV1a.hash(uri)) & (slots.count - 1)
    while slots[slot] != 0, strcmp(strings[Int(slots[slot]) - 1], uri) != 0 {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
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
