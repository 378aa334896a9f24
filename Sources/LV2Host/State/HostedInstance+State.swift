import CLV2

extension HostedInstance {
  /// Whether the plug-in has a state interface.
  public var hasState: Bool { stateInterface != nil }

  /// Saves the plug-in's state (`LV2_State_Interface.save`), with portable, plain values asked for.
  ///
  /// - Returns: nil where the plug-in has no state interface, or its `save` returned an error.
  public func saveState() -> StateSnapshot? {
    guard let (status, snapshot) = savingState(), status == 0 else { return nil }
    return snapshot
  }

  /// The same, with what `save` returned, 0 for success, beside what it had stored by then.
  public func savingState() -> (status: UInt32, snapshot: StateSnapshot)? {
    guard let interface = stateInterface, let save = interface.pointee.save else { return nil }
    let call = begin(StateCall(map: features.map))
    let status = inPlugin(watch) {
      save(
        handle,
        { context, key, value, size, type, flags in
          let crossing = Crossing(.state)
          defer { crossing.end() }
          guard let context else { return LV2_STATE_ERR_UNKNOWN }
          return Unmanaged<StateCall>.fromOpaque(context).takeUnretainedValue()
            .store(key: key, value: value, size: size, type: type, flags: flags)
        }, Unmanaged.passUnretained(call).toOpaque(),
        LV2_STATE_IS_POD.rawValue | LV2_STATE_IS_PORTABLE.rawValue, features.stateArray)
    }
    return (status.rawValue, call.close())
  }

  /// Gives the plug-in a state (`LV2_State_Interface.restore`).
  ///
  /// - Parameter memory: where the values lie while `restore` is on; on the heap where nil.
  /// - Returns: what `restore` returned, 0 for success; nil where the plug-in has no state interface.
  @discardableResult
  public func restoreState(_ snapshot: StateSnapshot, in memory: (any StateMemory)? = nil) -> UInt32? {
    guard let interface = stateInterface, let restore = interface.pointee.restore else { return nil }
    let memory = memory ?? HeapStateMemory()
    let call = begin(StateCall(snapshot, map: features.map, memory: memory))
    features.worker.settle()
    let status = inPlugin(watch) {
      restore(
        handle,
        { context, key, size, type, flags in
          let crossing = Crossing(.state)
          defer { crossing.end() }
          guard let context else { return nil }
          return Unmanaged<StateCall>.fromOpaque(context).takeUnretainedValue()
            .retrieve(key: key, size: size, type: type, flags: flags)
        }, Unmanaged.passUnretained(call).toOpaque(), 0, features.stateArray)
    }
    _ = call.close()
    memory.close()
    return status.rawValue
  }

  /// Which of store() and retrieve() the plug-in called after its save() or restore() had returned.
  public var lateStateCalls: Set<String> {
    stateCalls.withLock { Set($0.filter { $0.lateCount > 0 }.map { $0.isSaving ? "store()" : "retrieve()" }) }
  }

  /// The URIs of the keys whose values the plug-in has retrieved, in all its restore() together.
  public var retrievedKeys: Set<String> { stateCalls.withLock { Set($0.flatMap(\.retrievedKeys)) } }

  /// The plug-in's `LV2_State_Interface`.
  private var stateInterface: UnsafePointer<LV2_State_Interface>? {
    extensionData(URI.State.interface)?.assumingMemoryBound(to: LV2_State_Interface.self)
  }

  private func begin(_ call: StateCall) -> StateCall {
    stateCalls.withLock { $0.append(call) }
    // SAFETY: kept for good, since the plug-in has a pointer to it.
    _ = Unmanaged.passRetained(call)
    return call
  }
}
