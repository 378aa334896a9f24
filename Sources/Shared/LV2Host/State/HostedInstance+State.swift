import CLV2

extension HostedInstance {
  public var hasState: Bool { stateInterface != nil }

  /// Calls save() with the flags for portable plain data.
  ///
  /// - Returns: nil if the plug-in has no state interface or save() returned an error.
  public func saveState() -> StateSnapshot? {
    guard let (status, snapshot) = saveStateWithStatus(), status == 0 else { return nil }
    return snapshot
  }

  /// Calls save() like `saveState()`. Returns the result of save(), 0 for success, and all stored properties.
  public func saveStateWithStatus() -> (status: UInt32, snapshot: StateSnapshot)? {
    guard let interface = stateInterface, let save = interface.pointee.save else { return nil }
    let call = begin(StateCall(map: features.map))
    let status = callPlugin(watch) {
      save(
        handle,
        { context, key, value, size, type, flags in
          let scope = CallbackScope(.state)
          defer { scope.end() }
          guard let context else { return LV2_STATE_ERR_UNKNOWN }
          return Unmanaged<StateCall>.fromOpaque(context).takeUnretainedValue()
            .store(key: key, value: value, size: size, type: type, flags: flags)
        }, Unmanaged.passUnretained(call).toOpaque(),
        LV2_STATE_IS_POD.rawValue | LV2_STATE_IS_PORTABLE.rawValue, features.stateArray)
    }
    return (status.rawValue, call.close())
  }

  /// Calls restore().
  ///
  /// - Parameter memory: the memory of the values during the call; nil for the heap.
  /// - Returns: the result of restore(), 0 for success; nil if the plug-in has no state interface.
  @discardableResult
  public func restoreState(_ snapshot: StateSnapshot, in memory: (any StateMemory)? = nil) -> UInt32? {
    guard let interface = stateInterface, let restore = interface.pointee.restore else { return nil }
    let memory = memory ?? HeapStateMemory()
    let call = begin(StateCall(snapshot, map: features.map, memory: memory))
    features.worker.settle()
    let status = callPlugin(watch) {
      restore(
        handle,
        { context, key, size, type, flags in
          let scope = CallbackScope(.state)
          defer { scope.end() }
          guard let context else { return nil }
          return Unmanaged<StateCall>.fromOpaque(context).takeUnretainedValue()
            .retrieve(key: key, size: size, type: type, flags: flags)
        }, Unmanaged.passUnretained(call).toOpaque(), 0, features.stateArray)
    }
    _ = call.close()
    memory.close()
    return status.rawValue
  }

  /// The callbacks that the plug-in called after the end of save() or restore(): "store()", "retrieve()".
  public var lateStateCalls: Set<String> {
    stateCalls.withLock { Set($0.filter { $0.lateCount > 0 }.map { $0.isSaving ? "store()" : "retrieve()" }) }
  }

  /// The URIs of the keys that the plug-in retrieved in all its restore() calls.
  public var retrievedKeys: Set<String> { stateCalls.withLock { Set($0.flatMap(\.retrievedKeys)) } }

  /// The URIs of the keys that the plug-in passed to retrieve() in all its restore() calls, also those without a value.
  public var requestedKeys: Set<String> { stateCalls.withLock { Set($0.flatMap(\.requestedKeys)) } }

  var stateInterface: UnsafePointer<LV2_State_Interface>? {
    extensionData(URI.State.interface)?.assumingMemoryBound(to: LV2_State_Interface.self)
  }

  func begin(_ call: StateCall) -> StateCall {
    stateCalls.withLock { $0.append(call) }
    // SAFETY: never released, because the plug-in has a pointer to it.
    _ = Unmanaged.passRetained(call)
    return call
  }
}
