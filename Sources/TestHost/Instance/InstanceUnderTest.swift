import CProbe
import Glibc
import LV2Host
import ValidationModel

/// A running instance with every port connected, which notes in the black box whatever it is about to do.
///
/// The usual life of a check: make a instance, `activate()`, `play(...)`, look at the recording. Whatever is not done by then
/// is undone when the instance goes. Ports whose type the host does not know stay unconnected.
package final class InstanceUnderTest {
  package let plugin: PluginDescription
  package let setup: InstanceSetup
  package let hosted: HostedInstance
  package let configuration: HostConfiguration
  package let audioInputs: [PortDescription]
  /// Audio and CV outputs: what is recorded.
  package let audioOutputs: [PortDescription]
  /// The detectors that listen whenever this thread is in the plug-in.
  ///
  /// Beside them the blocks that the plug-in allocates are always known to be its own, so that a free that no heap can
  /// honour is swallowed: mem.invalid-free is about it, and no other check dies of it.
  package var watch: probe_watch {
    didSet { hosted.watch = watch.union(.ownership) }
  }
  /// How many blocks were run since the activation.
  package private(set) var blockIndex = 0
  /// What the stack below each run() holds, byte by byte: what a plug-in reads there unwritten is the same in all takes.
  package var stackContent: UInt8 = 0 {
    didSet { hosted.stackContent = stackContent }
  }
  /// What the last run() took, in nanoseconds, with the answers of the worker that follow it.
  package private(set) var lastRunTime = 0.0
  private let buffers: PortBuffers
  private let misaligned: [Int: UnsafeMutablePointer<Float>]
  private let guarded: [Int: GuardedBuffer]
  package let midiInput: Int?

  /// The map of URIs that all instances of this process share.
  package static let map = URIDMap()

  /// Instantiates and connects.
  ///
  /// - Throws: `HostError`, where the plug-in cannot be loaded or instantiated.
  package init(_ context: PluginContext, _ setup: InstanceSetup) throws(HostError) {
    // What was moved in an earlier instance is not to be told of this one.
    probe_record_set_control("", 0)
    plugin = context.plugin
    self.setup = setup
    watch = setup.watch
    var configuration = HostConfiguration(
      for: plugin, sampleRate: setup.rate, maximumBlockLength: setup.blockLength)
    if let nominal = setup.nominalBlockLength, !configuration.isFixedBlockLength {
      configuration.nominalBlockLength = nominal
    }
    configuration.features = setup.features
    configuration.workerMode = setup.workerMode
    configuration.readOnlyOptions = setup.readOnlyOptions
    configuration.stateDirectory = setup.stateDirectory
    self.configuration = configuration
    let inputs = plugin.ports.filter { ($0.kind == .audio || $0.kind == .cv) && $0.isInput }
    audioInputs = inputs
    audioOutputs = plugin.ports.filter { ($0.kind == .audio || $0.kind == .cv) && $0.isOutput }
    buffers = PortBuffers(plugin, configuration: configuration, map: InstanceUnderTest.map)
    guarded = try InstanceUnderTest.guardedBuffers(plugin, setup, configuration, plain: buffers)
    misaligned = setup.memory == .misaligned ? InstanceUnderTest.misalignedBuffers(plugin, configuration) : [:]
    midiInput = plugin.midiInput
    let state = FloatingPointState()
    InstanceUnderTest.keepLoaded(plugin)
    state.restore()
    let plugin = plugin
    hosted = try InstanceUnderTest.noted("instantiate") { () throws(HostError) in
      try HostedInstance(plugin, configuration: configuration, map: InstanceUnderTest.map, watch: setup.watch.union(.ownership))
    }
    hosted.stackContent = stackContent
    // Held for the rest of the process: many libraries do not bear to be loaded a second time, which binary.unload
    // is about, and what is measured across instances must not begin with a load.
    _ = dlopen(hosted.library.path, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD)
    connectAll()
  }

  deinit {
    if hosted.isActive { deactivate() }
    cleanup()
    for pointer in misaligned.values { (UnsafeMutableRawPointer(pointer) - 4).deallocate() }
  }

  // MARK: Calls

  /// Activates, and connects every port once more, as hosts do that connect before each block.
  ///
  /// - Parameter reconnecting: false where connections of the check's own, or those made before alone, are to hold.
  package func activate(reconnecting: Bool = true) {
    blockIndex = 0
    InstanceUnderTest.noted("activate") { hosted.activate() }
    if reconnecting { connectAll() }
    usleep(setup.settlingTime)
  }

  package func deactivate() {
    InstanceUnderTest.noted("deactivate") { hosted.deactivate() }
  }

  package func cleanup() {
    InstanceUnderTest.noted("cleanup") { hosted.cleanup() }
  }

  /// Connects a port to other memory, which must outlive the next `run`; nil disconnects.
  package func connect(_ port: Int, to memory: UnsafeMutableRawPointer?) {
    InstanceUnderTest.noted("connect_port") { hosted.connect(port, to: memory) }
  }

  /// Connects every port to the instance's own memory.
  package func connectAll() {
    for port in plugin.ports {
      let atNull = setup.optionalPortsAtNull && port.isConnectionOptional
      connect(port.index, to: atNull ? nil : memory(port.index))
    }
    guard setup.inPlace else { return }
    let inputs = audioInputs.filter { $0.kind == .audio }
    let outputs = audioOutputs.filter { $0.kind == .audio }
    for (input, output) in zip(inputs, outputs) { connect(output.index, to: memory(input.index)) }
  }

  /// Runs one block on what the buffers hold; at most `configuration.maximumBlockLength` frames.
  ///
  /// The plug-in's own threads get time to do their work before it, as they do between the blocks of a session.
  ///
  /// Atom inputs keep what was put into them; call `prepareAtoms()` first for empty ones.
  package func run(_ frames: Int) {
    PluginThreads.rest()
    probe_record_begin_call("run")
    probe_record_set_block(UInt64(blockIndex), UInt32(frames))
    probe_event_set_mark(UInt64(blockIndex) << 32 | UInt64(frames))
    let start = InstanceUnderTest.nanoseconds
    hosted.run(frames)
    lastRunTime = InstanceUnderTest.nanoseconds - start
    probe_record_end_call()
    blockIndex += 1
    let worker = hosted.features.worker
    if setup.workerMode == .deferred, worker.hasPendingWork { InstanceUnderTest.noted("work") { worker.performDeferred() } }
  }

  /// The monotonic clock, which is read without a system call.
  private static var nanoseconds: Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) * 1e9 + Double(now.tv_nsec)
  }

  /// Empties atom inputs and readies atom outputs.
  package func prepareAtoms() {
    buffers.prepareAtoms()
  }

  /// Notes a call of the plug-in in the black box while `body` makes it.
  package static func noted<T, E: Error>(_ call: String, _ body: () throws(E) -> T) throws(E) -> T {
    probe_record_begin_call(call)
    defer { probe_record_end_call() }
    return try body()
  }

  /// Loads the library once more and for good: what closing it does is the business of binary.unload alone.
  package static func keepLoaded(_ plugin: PluginDescription) {
    guard let path = plugin.binaryPath else { return }
    _ = noted("dlopen") { dlopen(path, RTLD_NOW | RTLD_LOCAL) }
  }

  // MARK: Memory

  /// What the plug-in is given for a port.
  package func memory(_ port: Int) -> UnsafeMutableRawPointer? {
    if let buffer = guarded[port] { return buffer.data }
    return plainMemory(port)
  }

  /// The samples of an audio or CV port, writable; those of the input where the instance runs in place.
  package func samples(_ port: Int) -> UnsafeMutablePointer<Float>? {
    if let buffer = guarded[port] { return buffer.host.assumingMemoryBound(to: Float.self) }
    return misaligned[port] ?? buffers.samples(port)?.baseAddress
  }

  /// The sequence of an atom port.
  package func atom(_ port: Int) -> PortBuffers.AtomPort? { buffers.atom(port) }

  /// The value of a control port. Setting it is noted in the black box.
  package subscript(control port: Int) -> Float {
    get { guarded[port].map { $0.host.load(as: Float.self) } ?? buffers[control: port] }
    set {
      if let buffer = guarded[port] {
        buffer.host.storeBytes(of: newValue, as: Float.self)
      } else {
        buffers[control: port] = newValue
      }
      if let symbol = plugin.ports.first(where: { $0.index == port })?.symbol {
        probe_record_set_control(symbol, newValue)
      }
    }
  }

  /// The control inputs that are not at their defaults, for a finding.
  package var changedControls: [Finding.ControlValue] {
    plugin.ports(.control, .input).compactMap { port in
      let value = self[control: port.index]
      let unchanged = value.bitPattern == port.initialValue(rate: setup.rate).bitPattern
      return unchanged ? nil : Finding.ControlValue(symbol: port.symbol, value: value)
    }
  }

  private func plainMemory(_ port: Int) -> UnsafeMutableRawPointer? {
    if let pointer = misaligned[port] { return UnsafeMutableRawPointer(pointer) }
    return buffers.memory(port)
  }

  private static func misalignedBuffers(
    _ plugin: PluginDescription, _ configuration: HostConfiguration
  ) -> [Int: UnsafeMutablePointer<Float>] {
    var buffers: [Int: UnsafeMutablePointer<Float>] = [:]
    for port in plugin.ports where port.kind == .audio || port.kind == .cv {
      let size = (configuration.maximumBlockLength + 1) * MemoryLayout<Float>.stride
      let base = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: SampleBuffer.alignment)
      base.initializeMemory(as: UInt8.self, repeating: 0, count: size)
      buffers[port.index] = (base + 4).assumingMemoryBound(to: Float.self)
    }
    return buffers
  }

  private static func guardedBuffers(
    _ plugin: PluginDescription, _ setup: InstanceSetup, _ configuration: HostConfiguration, plain: PortBuffers
  ) throws(HostError) -> [Int: GuardedBuffer] {
    guard case .guarded(let placement, let readOnlyInputs) = setup.memory else { return [:] }
    var buffers: [Int: GuardedBuffer] = [:]
    for port in plugin.ports {
      let size: Int
      switch port.kind {
      case .audio, .cv: size = configuration.maximumBlockLength * MemoryLayout<Float>.stride
      case .control: size = MemoryLayout<Float>.stride
      case .atom, .event, .unknown: continue
      }
      let access: probe_access = port.isInput && readOnlyInputs ? .readOnly : .readWrite
      let buffer = try GuardedBuffer(size: size, placement: placement, access: access, port: port.index)
      if port.kind == .control { buffer.host.storeBytes(of: plain[control: port.index], as: Float.self) }
      buffers[port.index] = buffer
    }
    return buffers
  }
}
