import CLV2
import Glibc
import Synchronization

/// The `urid:map` and `urid:unmap` features: a table from URIs to small integers, for all threads of the process.
///
/// A URI that is in the table already is found without allocation, system call or heap lock, so a plug-in that maps
/// in `run` is seen doing just that. Ids count from 1 and never change. The map outlives every instance it is given to.
public final class URIDMap: @unchecked Sendable {
  // SAFETY: the C structs are written in init and freed in deinit only; the table has a lock.

  /// The C struct for `urid:map`.
  let map: UnsafeMutablePointer<LV2_URID_Map>
  /// The C struct for `urid:unmap`.
  let unmap: UnsafeMutablePointer<LV2_URID_Unmap>
  private let table: Mutex<URIDTable>
  private let calls = Atomic<Int>(0)

  /// - Parameter preload: URIs to map now, so that mapping them later allocates nothing.
  public init(preload: [String] = []) {
    table = Mutex(URIDTable())
    map = .allocate(capacity: 1)
    unmap = .allocate(capacity: 1)
    // SAFETY: the structs are freed in deinit only, and the map outlives the instances that hold them.
    let handle = Unmanaged.passUnretained(self).toOpaque()
    map.initialize(
      to: LV2_URID_Map(handle: handle) { handle, uri in
        let crossing = Crossing()
        defer { crossing.end() }
        guard let handle, let uri else { return 0 }
        let map = Unmanaged<URIDMap>.fromOpaque(handle).takeUnretainedValue()
        map.calls.add(1, ordering: .relaxed)
        let id = map.lookUp(uri)
        crossing.tell(.map, detail: id)
        return id
      })
    unmap.initialize(
      to: LV2_URID_Unmap(handle: handle) { handle, id in
        let crossing = Crossing(.unmap, detail: id)
        defer { crossing.end() }
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

  /// How often plug-ins called `map`, in all threads.
  public var callCount: Int { calls.load(ordering: .relaxed) }

  /// The id of a URI, which is given one where it has none.
  public func id(of uri: String) -> UInt32 { uri.withCString(lookUp) }

  /// The URI of an id, or nil where the id was never given.
  public func uri(of id: UInt32) -> String? { string(id).map { String(cString: $0) } }

  private func lookUp(_ uri: UnsafePointer<CChar>) -> UInt32 {
    // SAFETY: the string is the caller's for the length of the call; the address is not NULL, being a pointer's.
    let address = UInt(bitPattern: uri)
    return table.withLock { table in UnsafePointer(bitPattern: address).map { table.id(of: $0) } ?? 0 }
  }

  private func string(_ id: UInt32) -> UnsafePointer<CChar>? {
    // SAFETY: the table never frees a string before the map goes.
    UnsafePointer(bitPattern: table.withLock { UInt(bitPattern: $0.uri(of: id)) })
  }
}
