import CLV2
import Synchronization

/// One call of a plug-in's save() or restore(), behind the handle that its callbacks receive.
///
/// It is never freed, so that a callback that comes when the call has long returned, or the instance is gone, is counted
/// and refused instead of touching freed memory.
final class StateCall: @unchecked Sendable {
  // SAFETY: a sound plug-in calls back in the thread of the call alone; one that does so later, from whatever thread,
  // finds the call closed and touches only the atomic counter.
  let map: URIDMap
  private var snapshot = StateSnapshot()
  private var values: [UInt32: (place: UnsafeRawPointer, size: Int, type: UInt32, flags: UInt32)] = [:]
  private let isOpen = Atomic<Bool>(true)
  private let late = Atomic<Int>(0)
  private let retrieved = Mutex<Set<UInt32>>([])
  /// Whether it is for save(), which stores; else restore(), which retrieves.
  let isSaving: Bool

  /// For saving.
  init(map: URIDMap) {
    self.map = map
    isSaving = true
  }

  /// For restoring the properties of `snapshot`, whose values go into `memory`.
  init(_ snapshot: StateSnapshot, map: URIDMap, memory: any StateMemory) {
    self.map = map
    isSaving = false
    for (key, property) in snapshot.properties {
      values[map.id(of: key)] = (
        memory.store(property.bytes), property.bytes.count, map.id(of: property.type), property.flags
      )
    }
  }

  /// How often the plug-in called back after it had returned.
  var lateCount: Int { late.load(ordering: .relaxed) }

  /// The URIs of the keys whose values it was given.
  var retrievedKeys: [String] { retrieved.withLock { $0.compactMap(map.uri(of:)) } }

  /// The plug-in has returned: hands over what it stored, and keeps nothing but the counter.
  func close() -> StateSnapshot {
    isOpen.store(false, ordering: .releasing)
    defer { (snapshot, values) = (StateSnapshot(), [:]) }
    return snapshot
  }

  func store(
    key: UInt32, value: UnsafeRawPointer?, size: Int, type: UInt32, flags: UInt32
  ) -> LV2_State_Status {
    guard checkOpen() else { return LV2_STATE_ERR_UNKNOWN }
    guard let keyURI = map.uri(of: key) else {
      snapshot.breaches.append("stored under the key \(key), which was never mapped")
      return LV2_STATE_ERR_UNKNOWN
    }
    guard let typeURI = map.uri(of: type) else {
      snapshot.breaches.append("stored <\(keyURI)> with the type \(type), which was never mapped")
      return LV2_STATE_ERR_BAD_TYPE
    }
    guard let value, size > 0 else {
      snapshot.breaches.append("stored <\(keyURI)> with \(size > 0 ? "NULL for its value" : "a size of 0 bytes")")
      return LV2_STATE_ERR_UNKNOWN
    }
    if flags & LV2_STATE_IS_POD.rawValue == 0 { return LV2_STATE_ERR_BAD_FLAGS }
    let bytes = [UInt8](UnsafeRawBufferPointer(start: value, count: size))
    snapshot.properties[keyURI] = .init(type: typeURI, flags: flags, bytes: bytes)
    return LV2_STATE_SUCCESS
  }

  func retrieve(
    key: UInt32, size: UnsafeMutablePointer<Int>?, type: UnsafeMutablePointer<UInt32>?,
    flags: UnsafeMutablePointer<UInt32>?
  ) -> UnsafeRawPointer? {
    guard checkOpen(), let found = values[key] else { return nil }
    retrieved.withLock { _ = $0.insert(key) }
    size?.pointee = found.size
    type?.pointee = found.type
    flags?.pointee = found.flags
    return found.place
  }

  private func checkOpen() -> Bool {
    let open = isOpen.load(ordering: .acquiring)
    if !open { late.add(1, ordering: .relaxed) }
    return open
  }
}
