import CLV2

/// The functions of an effect that LV2's extensions call.
struct ExtensionFunctions {
  let save: (UnsafeMutableRawPointer, StateStorage.Store, StatePaths) -> LV2_State_Status
  let restore: (UnsafeMutableRawPointer, StateStorage.Retrieve, StatePaths) -> LV2_State_Status
  let work: (UnsafeMutableRawPointer, UInt32, UnsafeRawPointer?) -> Void
  let recreate: (UnsafeMutableRawPointer, Setup) -> Bool
}

/// The interfaces that extension_data() returns. An effect without properties, jobs, options and
/// a user interface has none.
///
/// SAFETY: as for `Callbacks`. The host calls the functions only for plug-ins that have `ExtensionFunctions`.
enum Extensions {
  typealias Lookup = @convention(c) (UnsafePointer<CChar>?) -> UnsafeRawPointer?

  /// Returns the extension_data() for an effect. A C function has no context, so that each combination has its own.
  @inline(__always)
  static func lookup<E: Effect & ~Copyable>(_: E.Type) -> Lookup? {
    switch (E.hasInterface, E.followsOptions, E.hasProperties, E.hasJobs) {
    case (false, false, false, false): nil
    case (false, false, false, true): { Extensions.find($0, worker: true) }
    case (false, false, true, _): { Extensions.find($0, state: true, worker: true) }
    case (false, true, false, false): { Extensions.find($0, options: true) }
    case (false, true, false, true): { Extensions.find($0, worker: true, options: true) }
    case (false, true, true, _): { Extensions.find($0, state: true, worker: true, options: true) }
    case (true, false, false, false): { Extensions.find($0, interface: true) }
    case (true, false, false, true): { Extensions.find($0, worker: true, interface: true) }
    case (true, false, true, _): { Extensions.find($0, state: true, worker: true, interface: true) }
    case (true, true, false, false): { Extensions.find($0, options: true, interface: true) }
    case (true, true, false, true): { Extensions.find($0, worker: true, options: true, interface: true) }
    case (true, true, true, _): { Extensions.find($0, state: true, worker: true, options: true, interface: true) }
    }
  }

  private static func find(
    _ uri: UnsafePointer<CChar>?, state: Bool = false, worker: Bool = false, options: Bool = false,
    interface: Bool = false
  ) -> UnsafeRawPointer? {
    #if !hasFeature(Embedded)
      if let generator = TurtleGenerator.extensionData(uri) { return generator }
    #endif
    guard let uri else { return nil }
    if state, areEqual(uri, cString("http://lv2plug.in/ns/ext/state#interface")) { return address(&Self.state) }
    if worker, areEqual(uri, cString("http://lv2plug.in/ns/ext/worker#interface")) { return address(&Self.worker) }
    if options, areEqual(uri, cString("http://lv2plug.in/ns/ext/options#interface")) { return address(&Self.options) }
    if interface, areEqual(uri, cString(Tap.uri)) { return unsafeBitCast(Self.openTap, to: UnsafeRawPointer.self) }
    if interface, areEqual(uri, cString("http://harrisonconsoles.com/lv2/inlinedisplay#interface")) {
      return UnsafeRawPointer(martlet_inline_display())
    }
    return nil
  }

  private static var openTap: Tap.Open { { Callbacks.openTap($0) } }

  // The host gets the addresses of these constants; nothing writes them.
  nonisolated(unsafe) private static var state = LV2_State_Interface(
    save: { handle, store, storeHandle, _, features in
      guard let handle, let store, let functions = functions(of: handle) else { return LV2_STATE_ERR_UNKNOWN }
      return functions.save(handle, StateStorage.Store(function: store, handle: storeHandle), StatePaths(features))
    },
    restore: { handle, retrieve, retrieveHandle, _, features in
      guard let handle, let retrieve, let functions = functions(of: handle) else { return LV2_STATE_ERR_UNKNOWN }
      return functions.restore(
        handle, StateStorage.Retrieve(function: retrieve, handle: retrieveHandle), StatePaths(features))
    })

  // The results of the worker arrive through `WorkState`, which needs no response.
  nonisolated(unsafe) private static var worker = LV2_Worker_Interface(
    work: { handle, _, _, size, data in
      guard let handle, let functions = functions(of: handle) else { return LV2_WORKER_ERR_UNKNOWN }
      functions.work(handle, size, data)
      return LV2_WORKER_SUCCESS
    },
    work_response: { _, _, _ in LV2_WORKER_SUCCESS }, end_run: nil)

  nonisolated(unsafe) private static var options = LV2_Options_Interface(
    get: { _, _ in LV2_OPTIONS_ERR_BAD_KEY.rawValue },
    set: { handle, options in
      guard let handle, let options, let functions = functions(of: handle) else {
        return LV2_OPTIONS_ERR_UNKNOWN.rawValue
      }
      let header = handle.assumingMemoryBound(to: Header.self)
      guard var change = header.pointee.options?.pointee else { return LV2_OPTIONS_ERR_UNKNOWN.rawValue }
      let status = change.apply(options)
      guard functions.recreate(handle, change.setup) else { return LV2_OPTIONS_ERR_UNKNOWN.rawValue }
      header.pointee.options?.pointee = change
      return status
    })

  private static func functions(of handle: LV2_Handle) -> ExtensionFunctions? {
    handle.assumingMemoryBound(to: Header.self).pointee.plugin.pointee.extensions
  }

  private static func address<Interface>(_ interface: inout Interface) -> UnsafeRawPointer {
    // SAFETY: a global constant never moves.
    withUnsafePointer(to: &interface) { UnsafeRawPointer($0) }
  }
}
