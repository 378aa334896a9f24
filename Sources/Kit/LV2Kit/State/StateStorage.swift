import CLV2

/// The functions that the host passes to save() and restore().
///
/// SAFETY: they are valid during the call.
enum StateStorage {
  struct Store {
    let function: LV2_State_Store_Function
    let handle: LV2_State_Handle?

    func callAsFunction(_ key: LV2_URID, _ type: LV2_URID, _ body: UnsafeRawPointer, _ size: Int) -> LV2_State_Status {
      function(handle, key, body, size, type, LV2_STATE_IS_POD.rawValue | LV2_STATE_IS_PORTABLE.rawValue)
    }
  }

  struct Retrieve {
    let function: LV2_State_Retrieve_Function
    let handle: LV2_State_Handle?

    /// Returns the value with this key, or nil if the state has none.
    func callAsFunction(_ key: LV2_URID) -> Value? {
      var size = 0
      var type: LV2_URID = 0
      var flags: UInt32 = 0
      guard key != 0, let body = function(handle, key, &size, &type, &flags) else { return nil }
      return Value(type: type, body: body, size: size)
    }
  }

  struct Value {
    let type: LV2_URID
    let body: UnsafeRawPointer
    let size: Int

    /// The value as a C string, or nil if it does not end with 0 or is too long.
    var text: UnsafePointer<CChar>? {
      guard size > 0, size <= Limits.textLength + 1, body.load(fromByteOffset: size - 1, as: UInt8.self) == 0 else {
        return nil
      }
      return body.assumingMemoryBound(to: CChar.self)
    }
  }
}

/// The host's features for the paths in a state. Without them, paths are saved as they are.
struct StatePaths {
  private let map: UnsafeMutablePointer<LV2_State_Map_Path>?
  private let free: UnsafeMutablePointer<LV2_State_Free_Path>?

  init(_ features: UnsafePointer<UnsafePointer<LV2_Feature>?>?) {
    map = feature("http://lv2plug.in/ns/ext/state#mapPath", in: features)?.assumingMemoryBound(
      to: LV2_State_Map_Path.self)
    free = feature("http://lv2plug.in/ns/ext/state#freePath", in: features)?
      .assumingMemoryBound(to: LV2_State_Free_Path.self)
  }

  /// Calls `body` with the path that the state contains for an absolute path.
  func withAbstract<Result>(_ path: UnsafePointer<CChar>, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    guard let map, let mapped = map.pointee.abstract_path(map.pointee.handle, path) else { return body(path) }
    defer { release(mapped) }
    return body(mapped)
  }

  /// Calls `body` with the absolute path for a path in a state.
  func withAbsolute(_ path: UnsafePointer<CChar>, _ body: (UnsafePointer<CChar>) -> Void) {
    guard let map, let mapped = map.pointee.absolute_path(map.pointee.handle, path) else { return body(path) }
    defer { release(mapped) }
    body(mapped)
  }

  private func release(_ path: UnsafeMutablePointer<CChar>) {
    if let free { free.pointee.free_path(free.pointee.handle, path) } else { CLV2.free(path) }
  }
}

extension PropertyState {
  /// Stores all values. Empty texts are not stored: restore() returns to them. The caller has locked the `WorkState`.
  func save(_ store: StateStorage.Store, _ paths: StatePaths) -> LV2_State_Status {
    for index in 0..<count {
      let status = save(items[index], index, store, paths)
      guard status == LV2_STATE_SUCCESS else { return status }
    }
    return LV2_STATE_SUCCESS
  }

  private func save(_ item: Item, _ index: Int, _ store: StateStorage.Store, _ paths: StatePaths) -> LV2_State_Status {
    guard item.kind != .control else {
      var word = word(index)
      return store(item.key, item.type, &word, MemoryLayout<UInt32>.size)
    }
    guard let text = item.saved, text.size > 1 else { return LV2_STATE_SUCCESS }
    if item.kind == .text { return store(item.key, item.type, text.characters, text.size) }
    return paths.withAbstract(text.characters) { store(item.key, item.type, $0, strlen($0) + 1) }
  }
}
