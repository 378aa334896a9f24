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

  /// The data of `urid:map`.
  public let map = UnsafeMutablePointer<LV2_URID_Map>.allocate(capacity: 1)
  /// The data of `urid:unmap`.
  public let unmap = UnsafeMutablePointer<LV2_URID_Unmap>.allocate(capacity: 1)
  private let table = Mutex(URIDTable())
  private let calls = Atomic<Int>(0)
  private let knownSequenceURIDs = Mutex<SequenceURIDs?>(nil)

  public init() {
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
        return Unmanaged<URIDMap>.fromOpaque(handle).takeUnretainedValue().string(id)
      })
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

  /// All mapped URIs that begin with a prefix, in the order of their URIDs.
  public func uris(beginningWith prefix: String) -> [String] {
    var (found, id): ([String], UInt32) = ([], 1)
    while let uri = uri(of: id) {
      if uri.hasPrefix(prefix) { found.append(uri) }
      id += 1
    }
    return found
  }

  /// The URIDs of sequences, which are mapped at the first use.
  var sequenceURIDs: SequenceURIDs {
    knownSequenceURIDs.withLock { known in
      let ids = known ?? SequenceURIDs(self)
      known = ids
      return ids
    }
  }

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

/// The mapped strings. A lookup does not allocate.
private struct URIDTable: ~Copyable {
  /// More strings than a session maps: the table then needs no other memory than the strings.
  private static let capacity = 2048

  /// In the order of their URIDs, from 1.
  private var strings: [UnsafeMutablePointer<CChar>] = []
  /// The URIDs by the hashes of the strings. A string whose hash is in use has the next free key.
  private var ids: [UInt64: UInt32] = [:]

  init() {
    ids.reserveCapacity(Self.capacity)
    strings.reserveCapacity(Self.capacity)
  }

  deinit { for string in strings { free(string) } }

  mutating func id(of uri: UnsafePointer<CChar>) -> UInt32 {
    var key = FNV1a.hash(uri)
    while let id = ids[key] {
      if strcmp(strings[Int(id) - 1], uri) == 0 { return id }
      key &+= 1
    }
    guard let copy = strdup(uri) else { return 0 }
    strings.append(copy)
    ids[key] = UInt32(strings.count)
    return UInt32(strings.count)
  }

  func uri(of id: UInt32) -> UnsafePointer<CChar>? {
    id >= 1 && id <= strings.count ? UnsafePointer(strings[Int(id) - 1]) : nil
  }
}
