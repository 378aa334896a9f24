import CLV2

extension HostedInstance {
  /// Whether the plug-in has a state interface.
  public var hasState: Bool { stateInterface != nil }

  /// Saves the plug-in's state (`LV2_State_Interface.save`), with portable, plain values asked for.
  ///
  /// - Returns: nil where the plug-in has no state interface, or its `save` returned an error.
  public func saveState() -> StateSnapshot? {
    guard let interface = stateInterface, let save = interface.pointee.save else { return nil }
    let context = SaveContext(map: features.map)
    let status = inPlugin(watch) {
      save(
        handle,
        { context, key, value, size, type, flags in
          let crossing = Crossing(.state)
          defer { crossing.end() }
          guard let context else { return LV2_STATE_ERR_UNKNOWN }
          return Unmanaged<SaveContext>.fromOpaque(context).takeUnretainedValue()
            .store(key: key, value: value, size: size, type: type, flags: flags)
        }, Unmanaged.passUnretained(context).toOpaque(),
        LV2_STATE_IS_POD.rawValue | LV2_STATE_IS_PORTABLE.rawValue, features.stateArray)
    }
    return status == LV2_STATE_SUCCESS ? context.snapshot : nil
  }

  /// Gives the plug-in a state (`LV2_State_Interface.restore`).
  ///
  /// The values the plug-in retrieves live in memory that is overwritten and freed when `restore` returns, so that a
  /// plug-in that keeps a pointer is found out.
  ///
  /// - Returns: what `restore` returned, 0 for success; nil where the plug-in has no state interface.
  @discardableResult
  public func restoreState(_ snapshot: StateSnapshot) -> UInt32? {
    guard let interface = stateInterface, let restore = interface.pointee.restore else { return nil }
    let context = RestoreContext(snapshot, map: features.map)
    let status = inPlugin(watch) {
      restore(
        handle,
        { context, key, size, type, flags in
          let crossing = Crossing(.state)
          defer { crossing.end() }
          guard let context else { return nil }
          return Unmanaged<RestoreContext>.fromOpaque(context).takeUnretainedValue()
            .retrieve(key: key, size: size, type: type, flags: flags)
        }, Unmanaged.passUnretained(context).toOpaque(), 0, features.stateArray)
    }
    return status.rawValue
  }

  /// The plug-in's `LV2_State_Interface`, for a caller that brings callbacks of its own.
  public var stateInterface: UnsafePointer<LV2_State_Interface>? {
    extensionData(URI.State.interface)?.assumingMemoryBound(to: LV2_State_Interface.self)
  }
}

/// Collects what a plug-in stores.
private final class SaveContext {
  var snapshot = StateSnapshot()
  let map: URIDMap

  init(map: URIDMap) { self.map = map }

  func store(
    key: UInt32, value: UnsafeRawPointer?, size: Int, type: UInt32, flags: UInt32
  ) -> LV2_State_Status {
    guard let keyURI = map.uri(of: key) else {
      snapshot.breaches.append("stored under the key \(key), which was never mapped")
      return LV2_STATE_ERR_UNKNOWN
    }
    guard let typeURI = map.uri(of: type) else {
      snapshot.breaches.append("stored <\(keyURI)> with the type \(type), which was never mapped")
      return LV2_STATE_ERR_BAD_TYPE
    }
    guard let value, size > 0 else {
      snapshot.breaches.append("stored <\(keyURI)> with no value or with size 0")
      return LV2_STATE_ERR_UNKNOWN
    }
    if flags & LV2_STATE_IS_POD.rawValue == 0 { return LV2_STATE_ERR_BAD_FLAGS }
    let bytes = [UInt8](UnsafeRawBufferPointer(start: value, count: size))
    snapshot.properties[keyURI] = .init(type: typeURI, flags: flags, bytes: bytes)
    return LV2_STATE_SUCCESS
  }
}

/// Holds the values a plug-in may retrieve, each in a block of its own.
private final class RestoreContext {
  private var values: [UInt32: (value: UnsafeMutableRawBufferPointer, type: UInt32, flags: UInt32)] = [:]

  init(_ snapshot: StateSnapshot, map: URIDMap) {
    for (key, property) in snapshot.properties {
      let value = UnsafeMutableRawBufferPointer.allocate(byteCount: property.bytes.count, alignment: 8)
      value.copyBytes(from: property.bytes)
      values[map.id(of: key)] = (value, map.id(of: property.type), property.flags)
    }
  }

  deinit {
    for (value, _, _) in values.values {
      value.initializeMemory(as: UInt8.self, repeating: 0xDB)
      value.deallocate()
    }
  }

  func retrieve(
    key: UInt32, size: UnsafeMutablePointer<Int>?, type: UnsafeMutablePointer<UInt32>?,
    flags: UnsafeMutablePointer<UInt32>?
  ) -> UnsafeRawPointer? {
    guard let found = values[key] else { return nil }
    size?.pointee = found.value.count
    type?.pointee = found.type
    flags?.pointee = found.flags
    return UnsafeRawPointer(found.value.baseAddress)
  }
}
