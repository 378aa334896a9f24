import CLV2
import Synchronization

/// The context of one save() or restore() call, which its callbacks receive as their handle.
///
/// It is never freed. A callback after the end of the call is counted and rejected instead of accessing freed memory.
final class StateCall: @unchecked Sendable {
  // SAFETY: a correct plug-in calls back only during the call, in its thread. A later callback finds the call closed
  // and accesses only the atomic counter.
  let map: URIDMap
  /// Examines the values that the plug-in stores.
  private lazy var validator = AtomValidator(types: map.sequenceURIDs)
  private var snapshot = StateSnapshot()
  private var values: [UInt32: (address: UnsafeRawPointer, size: Int, type: UInt32, flags: UInt32)] = [:]
  private let isOpen = Atomic<Bool>(true)
  private let late = Atomic<Int>(0)
  private let retrieved = Mutex<Set<UInt32>>([])
  private let requested = Mutex<Set<UInt32>>([])
  /// Whether it is a save() call, with store() as its callback. Otherwise restore(), with retrieve().
  let isSaving: Bool

  init(map: URIDMap) {
    self.map = map
    isSaving = true
  }

  /// Creates the context of a restore() call for the properties of `snapshot`, with their values in `memory`.
  init(_ snapshot: StateSnapshot, map: URIDMap, memory: any StateMemory) {
    self.map = map
    isSaving = false
    for (key, property) in snapshot.properties {
      values[map.id(of: key)] = (
        memory.store(property.bytes), property.bytes.count, map.id(of: property.type), property.flags
      )
    }
  }

  var lateCount: Int { late.load(ordering: .relaxed) }

  /// The URIs of the keys whose values retrieve() returned.
  var retrievedKeys: [String] { retrieved.withLock { $0.compactMap(map.uri(of:)) } }

  /// The URIs of the keys that were passed to retrieve(), also those without a value.
  var requestedKeys: [String] { requested.withLock { $0.compactMap(map.uri(of:)) } }

  /// Ends the call, releases the values and returns the stored properties.
  func close() -> StateSnapshot {
    isOpen.store(false, ordering: .releasing)
    defer { (snapshot, values) = (StateSnapshot(), [:]) }
    return snapshot
  }

  func store(key: UInt32, value: UnsafeRawPointer?, size: Int, type: UInt32, flags: UInt32) -> LV2_State_Status {
    guard checkOpen() else { return LV2_STATE_ERR_UNKNOWN }
    guard let keyURI = map.uri(of: key) else {
      snapshot.violations.append(.unmappedKey(key))
      return LV2_STATE_ERR_UNKNOWN
    }
    guard let typeURI = map.uri(of: type) else {
      snapshot.violations.append(.unmappedType(type, key: keyURI))
      return LV2_STATE_ERR_BAD_TYPE
    }
    guard let value, size > 0 else {
      snapshot.violations.append(size > 0 ? .missingValue(key: keyURI) : .emptyValue(key: keyURI))
      return LV2_STATE_ERR_UNKNOWN
    }
    if flags & LV2_STATE_IS_POD.rawValue == 0 { return LV2_STATE_ERR_BAD_FLAGS }
    let body = UnsafeRawBufferPointer(start: value, count: size)
    if let text = validator.violation(type: type, body: body) {
      snapshot.violations.append(.malformedValue(text: text, key: keyURI))
    }
    let property = StateSnapshot.Property(type: typeURI, flags: flags, bytes: [UInt8](body))
    if let earlier = snapshot.properties.updateValue(property, forKey: keyURI) {
      snapshot.violations.append(.duplicateKey(key: keyURI, isEqual: earlier == property))
    }
    return LV2_STATE_SUCCESS
  }

  func retrieve(
    key: UInt32, size: UnsafeMutablePointer<Int>?, type: UnsafeMutablePointer<UInt32>?,
    flags: UnsafeMutablePointer<UInt32>?
  ) -> UnsafeRawPointer? {
    guard checkOpen() else { return nil }
    note(request: key)
    guard let found = values[key] else { return nil }
    retrieved.withLock { _ = $0.insert(key) }
    size?.pointee = found.size
    type?.pointee = found.type
    flags?.pointee = found.flags
    return found.address
  }

  /// Notes that the plug-in asked for the value of a key.
  func note(request key: UInt32) { requested.withLock { _ = $0.insert(key) } }

  private func checkOpen() -> Bool {
    let open = isOpen.load(ordering: .acquiring)
    if !open { late.add(1, ordering: .relaxed) }
    return open
  }
}
