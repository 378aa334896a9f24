import CLV2
import LV2Kit

/// The value of a property.
public enum PropertyValue: Hashable, Sendable {
  case number(Float)
  /// A text or an absolute path.
  case text(String)
}

extension EffectHost where E: ~Copyable {
  /// The properties of an effect in a session.
  public struct State: ExpressibleByDictionaryLiteral {
    private var values: [Int: PropertyValue] = [:]

    public init(dictionaryLiteral elements: (E.Property, PropertyValue)...) {
      for (property, value) in elements { self[property] = value }
    }

    public subscript(property: E.Property) -> PropertyValue? {
      get { values[property.rawValue] }
      set { values[property.rawValue] = newValue }
    }
  }

  // MARK: Properties

  /// Sends a value for a property at the first frame of the next call of `process`.
  ///
  /// A text arrives at the effect one cycle later, because the worker loads it.
  public func set(_ property: E.Property, to value: PropertyValue) {
    changes.append(
      PropertyChange(
        key: key(of: property), type: property.declaration.valueType.name, value: bytes(of: value, property)))
  }

  /// Asks for the values of all properties. The answer is in the output of the next call of `process`.
  public func requestProperties() { changes.append(PropertyChange(key: nil, type: "", value: [])) }

  /// Whether the worker refuses jobs and texts, as that of a busy host does.
  public var workerIsFull: Bool {
    get { features.workerIsFull }
    set { features.workerIsFull = newValue }
  }

  /// Whether the worker accepts messages, but does nothing for now.
  package var workerIsBusy: Bool {
    get { features.workerIsBusy }
    set { features.workerIsBusy = newValue }
  }

  /// The number of messages that wait for the worker.
  package var messageCount: Int { features.messageCount }

  /// Saves the properties. Empty texts are not in the state.
  public func save() -> State {
    let storage = Storage()
    guard let state = interface("http://lv2plug.in/ns/ext/state#interface", as: LV2_State_Interface.self) else {
      return [:]
    }
    _ = state.save(
      handle,
      { storage, key, value, size, type, _ in
        guard let storage else { return LV2_STATE_ERR_UNKNOWN }
        let bytes = [UInt8](UnsafeRawBufferPointer(start: value, count: size))
        Unmanaged<Storage>.fromOpaque(storage).takeUnretainedValue().values[key] = (type, bytes)
        return LV2_STATE_SUCCESS
      }, Unmanaged.passUnretained(storage).toOpaque(), 0, nil)
    var values: State = [:]
    for property in Self.properties {
      if let stored = storage.values[features.urid(key(of: property))] {
        values[property] = value(of: property, in: stored.bytes)
      }
    }
    return values
  }

  /// Restores properties. Those without a value get their initial values.
  public func restore(_ values: State) {
    let storage = Storage()
    for property in Self.properties {
      guard let value = values[property] else { continue }
      let type = features.urid("http://lv2plug.in/ns/ext/atom#" + property.declaration.valueType.name)
      storage.values[features.urid(key(of: property))] = (type, bytes(of: value, property))
    }
    let state = interface("http://lv2plug.in/ns/ext/state#interface", as: LV2_State_Interface.self)
    _ = withExtendedLifetime(storage) {
      state?.restore(
        handle,
        { storage, key, size, type, flags in
          guard let storage,
            let value = Unmanaged<Storage>.fromOpaque(storage).takeUnretainedValue().pointer(to: key)
          else { return nil }
          size?.pointee = value.size
          type?.pointee = value.type
          flags?.pointee = 0
          return value.start
        }, Unmanaged.passUnretained(storage).toOpaque(), 0, nil)
    }
  }

  // MARK: Options

  /// Changes options, as a host does between two cycles.
  ///
  /// - Returns: false if the effect does not follow options or refuses these.
  public func changeOptions(rate: Double? = nil, maximumBlockLength: Int? = nil, nominalBlockLength: Int? = nil) -> Bool
  {
    guard let options = interface("http://lv2plug.in/ns/ext/options#interface", as: LV2_Options_Interface.self) else {
      return false
    }
    let int = features.urid("http://lv2plug.in/ns/ext/atom#Int")
    let float = features.urid("http://lv2plug.in/ns/ext/atom#Float")
    let words = [
      ("http://lv2plug.in/ns/ext/parameters#sampleRate", float, rate.map { Float($0).bitPattern }),
      ("http://lv2plug.in/ns/ext/buf-size#maxBlockLength", int, maximumBlockLength.map(UInt32.init)),
      ("http://lv2plug.in/ns/ext/buf-size#nominalBlockLength", int, nominalBlockLength.map(UInt32.init)),
    ]
    let values = words.map { $0.2 ?? 0 }
    let status = values.withUnsafeBufferPointer { values in
      var list = words.indices.filter { words[$0].2 != nil }.map { index in
        LV2_Options_Option(
          context: LV2_OPTIONS_INSTANCE, subject: 0, key: features.urid(words[index].0), size: 4, type: words[index].1,
          value: values.baseAddress! + index)
      }
      list.append(LV2_Options_Option())
      return list.withUnsafeBufferPointer { options.set(handle, $0.baseAddress) }
    }
    guard status == LV2_OPTIONS_SUCCESS.rawValue else { return false }
    self.rate = rate ?? self.rate
    return true
  }

  // MARK: Worker

  /// Does the work that the effect has scheduled.
  func performWork() {
    guard let worker = interface("http://lv2plug.in/ns/ext/worker#interface", as: LV2_Worker_Interface.self) else {
      return
    }
    for message in features.takeMessages() {
      _ = message.withUnsafeBytes {
        worker.work(handle, { _, _, _ in LV2_WORKER_SUCCESS }, nil, UInt32($0.count), $0.baseAddress)
      }
    }
  }

  // MARK: Values

  private func key(of property: E.Property) -> String { "\(Self.uri)#\(property.declaration.control.symbol)" }

  func property(withKey key: LV2_URID) -> E.Property? {
    Self.properties.first { features.urid(self.key(of: $0)) == key }
  }

  private static var properties: [E.Property] {
    (0...).lazy.map(E.Property.init(rawValue:)).prefix { $0 != nil }.compactMap(\.self)
  }

  private func bytes(of value: PropertyValue, _ property: E.Property) -> [UInt8] {
    switch value {
    case .text(let text): return Array(text.utf8) + [0]
    case .number(let number):
      let word = property.declaration.valueType == .float ? number.bitPattern : UInt32(bitPattern: Int32(number))
      return withUnsafeBytes(of: word) { [UInt8]($0) }
    }
  }

  func value(of property: E.Property, in bytes: [UInt8]) -> PropertyValue {
    if property.declaration.kind != .control { return .text(String(decoding: bytes.dropLast(), as: UTF8.self)) }
    let word = bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
    return .number(property.declaration.valueType == .float ? Float(bitPattern: word) : Float(Int32(bitPattern: word)))
  }
}

/// The values of a state.
private final class Storage {
  var values: [LV2_URID: (type: LV2_URID, bytes: [UInt8])] = [:]
  private var buffers: [UnsafeMutableRawBufferPointer] = []

  deinit { for buffer in buffers { buffer.deallocate() } }

  /// A copy of a value that exists as long as the storage.
  func pointer(to key: LV2_URID) -> (start: UnsafeRawPointer?, size: Int, type: LV2_URID)? {
    guard let value = values[key] else { return nil }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: value.bytes.count, alignment: 8)
    buffer.copyBytes(from: value.bytes)
    buffers.append(buffer)
    return (UnsafeRawPointer(buffer.baseAddress), value.bytes.count, value.type)
  }
}
