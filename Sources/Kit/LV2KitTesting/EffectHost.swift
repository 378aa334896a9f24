import CLV2
import LV2Kit

/// Runs an effect on arrays, as a host does: for tests of its sound.
///
/// The effect runs in an instance with its ports, its bypass and its latency, through the functions that hosts call.
public final class EffectHost<E: Effect & ~Copyable> {
  public internal(set) var rate: Double
  public let layout: Layout
  private let plugin: UnsafeMutablePointer<Plugin>
  let handle: UnsafeMutableRawPointer
  let features = EffectHostFeatures()
  /// The size of the event output in bytes, at most 65536.
  package var eventOutputSize = EventBuffers.capacity
  /// The changes of properties for the next cycle.
  var changes: [PropertyChange] = []
  /// The control ports in the order of their indices, with lv2:enabled and the latency.
  private let controls: UnsafeMutableBufferPointer<Float>

  /// Creates and activates an instance whose controls have their initial values.
  ///
  /// - Parameters:
  ///   - layout: the audio ports.
  ///   - rate: the sample rate in hertz, within ``Limits/sampleRates``.
  /// - Returns: nil if the effect's `init` fails.
  public init?(_ effect: E.Type, _ layout: Layout = .mono, rate: Double = 48_000) {
    self.rate = rate
    self.layout = layout
    let declarations = Self.declarations
    controls = .allocate(capacity: declarations.count + 2)
    controls.initialize(repeating: 0)
    plugin = .allocate(capacity: 1)
    plugin.initialize(to: Plugin("urn:lv2kit:testing", E.self, layout, run: { _, _ in }))
    let descriptor = UnsafeRawPointer(plugin).assumingMemoryBound(to: LV2_Descriptor.self)
    guard let handle = features.withPointers({ descriptor.pointee.instantiate(descriptor, rate, "/", $0) }) else {
      plugin.deallocate()
      controls.deallocate()
      return nil
    }
    self.handle = handle
    for (index, declaration) in declarations.enumerated() {
      controls[index] = declaration.initial
      if !declaration.isCV { connect(index, controls.baseAddress! + index) }
    }
    isEnabled = true
    connect(declarations.count, controls.baseAddress! + declarations.count)
    if E.reportsLatency { connect(declarations.count + 1, controls.baseAddress! + declarations.count + 1) }
    activate()
  }

  deinit {
    plugin.pointee.descriptor.cleanup(handle)
    plugin.deallocate()
    controls.deallocate()
  }

  // MARK: Controls

  /// Sets a control input for the following calls of `process`.
  public func set(_ port: E.Port, to value: Float) { controls[port.rawValue] = value }

  /// The value of a control output after the last call of `process`.
  public func value(of port: E.Port) -> Float { controls[port.rawValue] }

  /// The state of lv2:enabled.
  public var isEnabled: Bool {
    get { controls[Self.declarations.count] > 0 }
    set { controls[Self.declarations.count] = newValue ? 1 : 0 }
  }

  /// The latency in frames that the effect reports; 0 before the first call of `process`.
  public var latency: Int { Int(controls[Self.declarations.count + 1]) }

  /// Clears all stored audio, as a host does before playback.
  public func activate() { plugin.pointee.descriptor.activate(handle) }

  /// Adds a window to the owners of the samples for spectra, as instance-access permits.
  ///
  /// - Returns: the memory of a `Tap`, or nil for an effect without a user interface.
  package func openTap() -> UnsafeMutableRawPointer? {
    Tap.uri.withUTF8Buffer { uri in
      uri.withMemoryRebound(to: CChar.self) { uri in
        let function = plugin.pointee.descriptor.extension_data(uri.baseAddress)
        return function.flatMap { unsafeBitCast($0, to: Tap.Open.self)(handle) }
      }
    }
  }

  // MARK: Audio

  /// A MIDI message, and its frame in the input or output of one call of `process`.
  public typealias TimedMessage = (frame: Int, message: MIDIMessage)

  /// What an effect writes.
  public struct Output {
    /// The samples of each output.
    public var audio: [[Float]]
    /// The samples of the CV outputs, in the order of their declarations.
    public var cv: [[Float]]
    public var messages: [TimedMessage]
    /// All events with the URIs of their types and their bodies: MIDI messages of any kind, and atoms.
    public var events: [(frame: Int, type: String, body: [UInt8])]
    /// The properties whose values the effect has sent, in their order.
    public var properties: [(property: E.Property, value: PropertyValue)]
  }

  /// Processes frames.
  ///
  /// - Parameters:
  ///   - inputs: the samples of each main input: arrays of equal length.
  ///   - sidechains: the samples of each sidechain; not connected if empty.
  ///   - cv: the samples of the CV inputs that are connected.
  ///   - messages: MIDI messages in the order of their frames.
  ///   - transport: the position of the transport at the first frame; nil sends none.
  ///   - frames: the number of frames; the length of the inputs if nil.
  ///   - blockLength: the largest number of frames for one call of run(). The worker does its jobs after each call.
  public func process(
    _ inputs: [[Float]] = [], sidechains: [[Float]] = [], cv: KeyValuePairs<E.Port, [Float]> = [:],
    messages: [TimedMessage] = [],
    transport: HostTransport? = nil, frames: Int? = nil, blockLength: Int = 256
  ) -> Output {
    let frames = frames ?? inputs.first?.count ?? 0
    precondition(inputs.count == layout.inputs && inputs.allSatisfy { $0.count == frames }, "one array for each input")
    let silence = [Float](repeating: 0, count: frames)
    var output = Output(audio: [], cv: [], messages: [], events: [], properties: [])
    let cvOutputs = Self.declarations.indices.filter { Self.declarations[$0].kind == .cvOutput }
    let input = Buffers(inputs)
    let key = Buffers(sidechains)
    let cvInput = Buffers(cv.map(\.value))
    let audio = Buffers(Array(repeating: silence, count: layout.outputs))
    let cvOutput = Buffers(Array(repeating: silence, count: cvOutputs.count))
    let events = EventBuffers(features, outputSize: eventOutputSize)
    let firstAudio = Self.declarations.count + (E.reportsLatency ? 2 : 1)
    let firstEvent = firstAudio + layout.inputs + layout.sidechains + layout.outputs
    var start = 0
    repeat {
      let count = min(blockLength, frames - start)
      let keys = sidechains.isEmpty ? Array(repeating: nil, count: layout.sidechains) : key.pointers(from: start)
      let buffers = input.pointers(from: start) + keys + audio.pointers(from: start)
      for (index, buffer) in buffers.enumerated() { connect(firstAudio + index, buffer) }
      for (port, buffer) in zip(cv.map(\.key), cvInput.pointers(from: start)) { connect(port.rawValue, buffer) }
      for (port, buffer) in zip(cvOutputs, cvOutput.pointers(from: start)) { connect(port, buffer) }
      if E.hasEventInput || E.hasEventOutput {
        let present = messages.filter { (start..<start + count).contains($0.frame) || count == 0 }
        events.fill(present.map { ($0.frame - start, $0.message) }, start == 0 ? transport : nil, changes)
        changes = []
        connect(firstEvent, E.hasEventInput ? events.input : events.output)
        if E.hasEventInput && E.hasEventOutput { connect(firstEvent + 1, events.output) }
      }
      Instance<E>.run(handle, UInt32(count))
      if E.hasEventOutput {
        output.messages += events.sent.map { ($0.frame + start, $0.message) }
        output.events += events.sentEvents.map { ($0.frame + start, $0.type, $0.body) }
        output.properties += events.sentProperties.compactMap { sent in
          property(withKey: sent.key).map { ($0, value(of: $0, in: sent.value)) }
        }
      }
      performWork()
      start += count
    } while start < frames
    output.audio = audio.arrays
    output.cv = cvOutput.arrays
    return output
  }

  /// Returns an interface of the plug-in, or nil.
  func interface<Interface>(_ uri: String, as _: Interface.Type) -> Interface? {
    plugin.pointee.descriptor.extension_data?(uri)?.assumingMemoryBound(to: Interface.self).pointee
  }

  /// The URI of the plug-in.
  static var uri: String { "urn:lv2kit:testing" }

  private func connect(_ index: Int, _ location: UnsafeMutableRawPointer?) {
    plugin.pointee.descriptor.connect_port(handle, UInt32(index), location)
  }

  private static var declarations: [ControlPort] {
    (0...).lazy.map(E.Port.init(rawValue:)).prefix { $0 != nil }.compactMap { $0?.declaration }
  }
}

extension ControlPort {
  fileprivate var isCV: Bool { kind == .cvInput || kind == .cvOutput }
}

/// Buffers whose addresses stay the same.
private final class Buffers {
  private let buffers: [UnsafeMutableBufferPointer<Float>]

  init(_ arrays: [[Float]]) {
    buffers = arrays.map { array in
      let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: max(1, array.count))
      _ = buffer.initialize(from: array)
      return UnsafeMutableBufferPointer(start: buffer.baseAddress, count: array.count)
    }
  }

  deinit { for buffer in buffers { buffer.baseAddress?.deallocate() } }

  func pointers(from start: Int) -> [UnsafeMutableRawPointer?] {
    buffers.map { $0.baseAddress.map { UnsafeMutableRawPointer($0 + start) } }
  }

  var arrays: [[Float]] { buffers.map(Array.init) }
}
