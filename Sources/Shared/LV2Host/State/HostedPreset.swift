import CLV2
import CLilv
import Glibc

/// A preset read by lilv: port values, and properties for the state interface.
public final class HostedPreset {
  public let uri: String
  public let label: String
  private let raw: OpaquePointer
  private let map: URIDMap

  init(raw: OpaquePointer, uri: String, map: URIDMap) {
    self.raw = raw
    self.uri = uri
    self.map = map
    label = lilv_state_get_label(raw).map { String(cString: $0) } ?? uri
  }

  deinit { lilv_state_free(raw) }

  /// The URI of the plug-in; nil if the file does not state it.
  public var pluginURI: String? {
    lilv_state_get_plugin_uri(raw).flatMap { lilv_node_as_uri($0) }.map { String(cString: $0) }
  }

  public var propertyCount: Int { Int(lilv_state_get_num_properties(raw)) }

  /// The values of control ports by symbol, as in the file. Values that are not numbers are omitted.
  public var portValues: [String: Float] {
    var collector = PortValues(map: map)
    withUnsafeMutablePointer(to: &collector) { collector in
      lilv_state_emit_port_values(
        raw,
        { symbol, context, value, size, type in
          guard let symbol, let context, let value else { return }
          context.assumingMemoryBound(to: PortValues.self).pointee
            .set(String(cString: symbol), UnsafeRawBufferPointer(start: value, count: Int(size)), type)
        }, collector)
    }
    return collector.values
  }

  /// Restores the properties into an instance of the same plug-in, which notes the keys that it requests. The caller must
  /// set the port values.
  public func restore(into instance: HostedInstance) {
    guard instance.handle != nil, instance.stateInterface != nil else { return }
    // SAFETY: never released, because the plug-in has a pointer to it.
    let call = Unmanaged.passRetained(PresetCall(instance)).toOpaque()
    withUnsafePointer(to: PresetCall.descriptor) { descriptor in
      var wrapped = LilvInstanceImpl(lv2_descriptor: descriptor, lv2_handle: call, pimpl: nil)
      lilv_state_restore(raw, &wrapped, nil, nil, 0, instance.features.stateArray)
    }
  }
}

/// Stands between lilv and an instance during restore(), to see the keys that the plug-in requests.
private final class PresetCall {
  private unowned let instance: HostedInstance
  private let call: StateCall
  /// The function of lilv and its handle.
  private var retrieve: LV2_State_Retrieve_Function?
  private var handle: LV2_State_Handle?

  init(_ instance: HostedInstance) {
    self.instance = instance
    call = StateCall(StateSnapshot(), map: instance.features.map, memory: HeapStateMemory())
  }

  /// The descriptor that lilv asks for the state interface.
  static var descriptor: LV2_Descriptor {
    var descriptor = LV2_Descriptor()
    descriptor.extension_data = { _ in UnsafeRawPointer(PresetCall.interface) }
    return descriptor
  }

  // SAFETY: written once, and never freed.
  nonisolated(unsafe) private static let interface: UnsafeMutablePointer<LV2_State_Interface> = {
    let interface = UnsafeMutablePointer<LV2_State_Interface>.allocate(capacity: 1)
    interface.initialize(
      to: LV2_State_Interface(
        save: nil,
        restore: { handle, retrieve, state, flags, features in
          guard let handle else { return LV2_STATE_ERR_UNKNOWN }
          return Unmanaged<PresetCall>.fromOpaque(handle).takeUnretainedValue()
            .restore(retrieve, state, flags, features)
        }))
    return interface
  }()

  private func restore(
    _ retrieve: LV2_State_Retrieve_Function?, _ handle: LV2_State_Handle?, _ flags: UInt32,
    _ features: HostFeatures.Array?
  ) -> LV2_State_Status {
    guard let restore = instance.stateInterface?.pointee.restore else { return LV2_STATE_ERR_UNKNOWN }
    (self.retrieve, self.handle) = (retrieve, handle)
    _ = instance.begin(call)
    defer { _ = call.close() }
    return callPlugin(instance.watch) {
      restore(
        instance.handle,
        { context, key, size, type, flags in
          let scope = CallbackScope(.state)
          defer { scope.end() }
          guard let context else { return nil }
          let call = Unmanaged<PresetCall>.fromOpaque(context).takeUnretainedValue()
          call.call.note(request: key)
          return call.retrieve?(call.handle, key, size, type, flags)
        }, Unmanaged.passUnretained(self).toOpaque(), flags, features)
    }
  }
}

extension World {
  /// Reads a preset or another state from a bundle.
  ///
  /// - Parameter map: the map of the instance for `HostedPreset.restore(into:)`.
  /// - Throws: `HostError.unknownPreset`.
  public func preset(_ uri: String, map: URIDMap) throws(HostError) -> HostedPreset {
    guard isURI(uri) else { throw .unknownPreset(uri: uri) }
    lilv_world_load_resource(raw, node(uri))
    guard let state = lilv_state_new_from_world(raw, map.map, node(uri)) else { throw .unknownPreset(uri: uri) }
    return HostedPreset(raw: state, uri: uri, map: map)
  }

  /// Reads a state that a host saved: a Turtle file, or a directory with the file `state.ttl`.
  ///
  /// - Throws: `HostError.unreadableState`.
  public func state(at path: String, map: URIDMap) throws(HostError) -> HostedPreset {
    let inDirectory = "\(path)/state.ttl"
    let file = access(inDirectory, R_OK) == 0 ? inDirectory : path
    var status = stat()
    guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let state = lilv_state_new_from_file(raw, map.map, nil, file)
    else { throw .unreadableState(path: path) }
    return HostedPreset(raw: state, uri: path, map: map)
  }

  /// The default state of a plug-in (`state:loadDefaultState`), or nil if its bundle has none.
  public func defaultState(of pluginURI: String, map: URIDMap) -> HostedPreset? {
    guard isURI(pluginURI), let state = lilv_state_new_from_world(raw, map.map, node(pluginURI)) else { return nil }
    return HostedPreset(raw: state, uri: pluginURI, map: map)
  }
}

/// Collects the port values that lilv emits.
private struct PortValues {
  let map: URIDMap
  var values: [String: Float] = [:]

  mutating func set(_ symbol: String, _ value: UnsafeRawBufferPointer, _ type: UInt32) {
    switch (map.uri(of: type), value.count) {
    case (URI.Atom.float, 4): values[symbol] = value.loadUnaligned(as: Float.self)
    case (URI.Atom.double, 8): values[symbol] = Float(value.loadUnaligned(as: Double.self))
    case (URI.Atom.int, 4): values[symbol] = Float(value.loadUnaligned(as: Int32.self))
    case (URI.Atom.bool, 4): values[symbol] = value.loadUnaligned(as: Int32.self) == 0 ? 0 : 1
    case (URI.Atom.long, 8): values[symbol] = Float(value.loadUnaligned(as: Int64.self))
    default: break
    }
  }
}
