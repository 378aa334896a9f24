import CCLAP
import LV2Kit

/// The values of the parameters: the control ports of LV2, and words that all threads share.
///
/// The audio thread copies the words to the ports before each block. Host and window change the words at any time.
///
/// SAFETY: the memory exists until `deallocate()`.
struct ParameterValues {
  private let plugin: UnsafePointer<lv2kit_clap_plugin>
  /// The ports before the audio ports: controls, CV, lv2:enabled and the latency.
  let ports: UnsafeMutablePointer<Float>
  /// For each parameter the value of its port, as a bit pattern.
  private let words: UnsafeMutablePointer<UInt32>
  /// Whether a port has a location. A CV port has none and so its initial value: CLAP has no control voltages.
  private let connected: UnsafeMutablePointer<Bool>

  init(_ plugin: UnsafePointer<lv2kit_clap_plugin>) {
    self.plugin = plugin
    let (portCount, count) = (Int(plugin.pointee.control_count), Int(plugin.pointee.parameter_count))
    ports = .allocate(capacity: portCount)
    ports.initialize(repeating: 0, count: portCount)
    connected = .allocate(capacity: portCount)
    connected.initialize(repeating: false, count: portCount)
    words = .allocate(capacity: count)
    words.initialize(repeating: 0, count: count)
    for port in 0..<Int(plugin.pointee.connected_count) { connected[port] = true }
    // lv2:enabled and the latency.
    for port in Int(plugin.pointee.declared_count)..<portCount { connected[port] = true }
    for index in 0..<count { set(index, to: parameters[index].initial) }
    take()
  }

  func deallocate() {
    ports.deallocate()
    connected.deallocate()
    words.deallocate()
  }

  private var parameters: UnsafePointer<lv2kit_clap_parameter> { plugin.pointee.parameters }
  var count: Int { Int(plugin.pointee.parameter_count) }

  func isConnected(_ port: Int) -> Bool { connected[port] }

  /// The index of a parameter, or nil.
  func index(of id: clap_id) -> Int? {
    for index in 0..<count where parameters[index].id == id { return index }
    return nil
  }

  /// The value of a parameter. The bypass is the inverse of lv2:enabled.
  func value(_ index: Int) -> Double {
    let value = Double(portValue(index))
    return parameters[index].isBypass ? 1 - value : value
  }

  /// The value of the port of a parameter.
  func portValue(_ index: Int) -> Float { Float(bitPattern: SharedWord.load(words + index)) }

  /// Sets a parameter to the nearest valid value. NaN has no effect.
  func set(_ index: Int, to value: Double) {
    guard value == value else { return }
    let valid = parameters[index].control.sanitized(Float(value))
    SharedWord.store(words + index, (parameters[index].isBypass ? 1 - valid : valid).bitPattern)
  }

  /// Copies the words to the ports.
  func take() {
    for index in 0..<count { ports[Int(parameters[index].port)] = portValue(index) }
  }

  /// Whether a value of a parameter would change its port.
  func differs(_ index: Int, from value: Double) -> Bool {
    guard value == value else { return false }
    let valid = parameters[index].control.sanitized(Float(value))
    return ports[Int(parameters[index].port)] != (parameters[index].isBypass ? 1 - valid : valid)
  }
}

extension lv2kit_clap_parameter {
  var isBypass: Bool { flags & UInt32(CLAP_PARAM_IS_BYPASS) != 0 }

  /// The range, the unit and the scale as a control of LV2Kit.
  var control: ControlPort {
    .input(
      "p", "P", Float(minimum)...Float(maximum), initial: Float(initial), unit: Unit(rawValue: Int(unit)) ?? .none,
      scale: kitScale,
      comment: "")
  }

  private var kitScale: Scale {
    switch Int(scale) {
    case Int(LV2KIT_CLAP_LOGARITHMIC): .logarithmic
    case Int(LV2KIT_CLAP_STEPS): .steps(of: Float(step))
    case Int(LV2KIT_CLAP_INTEGERS): .integers
    case Int(LV2KIT_CLAP_TOGGLE): .toggle
    case Int(LV2KIT_CLAP_CHOICE): .choice
    default: .linear
    }
  }
}

/// A word that several threads read and write.
enum SharedWord {
  // The compiler cannot analyze C functions. The atomic operations do not wait.
  @_semantics("no_performance_analysis") @inline(never)
  static func load(_ place: UnsafePointer<UInt32>) -> UInt32 { lv2kit_clap_load(place) }

  @_semantics("no_performance_analysis") @inline(never)
  static func store(_ place: UnsafeMutablePointer<UInt32>, _ value: UInt32) { lv2kit_clap_store(place, value) }
}
