import CLV2
import CProbe
import Glibc
import LV2Host
import Support

/// An instance of a plug-in with every port connected. It writes each call into the crash record.
///
/// A typical check creates an instance, calls `activate()` and `play(...)`, and examines the recording. When the object is
/// released, it deactivates the instance if necessary and calls cleanup(). Ports of unknown types stay unconnected.
package final class InstanceUnderTest {
  package let plugin: PluginDescription
  package let setup: InstanceSetup
  package let hosted: HostedInstance
  package let configuration: HostConfiguration
  package let audioInputs: [PortDescription]
  /// The audio and CV outputs, which recordings contain.
  package let audioOutputs: [PortDescription]
  /// The detectors that are active while this thread is in the plug-in.
  ///
  /// The ownership of heap blocks is always tracked as well. An invalid free is then ignored instead of ending the process:
  /// mem.invalid-free reports it, and no other check crashes because of it.
  package var watch: probe_watch { didSet { hosted.watch = watch.union(.ownership) } }
  /// The number of blocks since the activation.
  package private(set) var blockIndex = 0
  private var isActivated = false
  /// The controls that changed immediately before a block, by the index of the block since the activation.
  package private(set) var changes: [Int: [ControlChange]] = [:]
  /// The kinds of MIDI messages that were sent before a block, by the index of the block since the activation.
  package private(set) var midiMessages: [Int: Set<MIDIKind>] = [:]
  /// The values, at the last block, of the controls that were set since then, by the index of the port.
  private var earlierValues: [Int: Float] = [:]
  /// Every byte of the stack below each run(). An uninitialized variable then has the same value in all recordings.
  package var stackContent: UInt8 = 0 { didSet { hosted.stackContent = stackContent } }
  /// The presets that a scenario loads, by their URIs.
  package var presets: [String: HostedPreset] = [:]
  /// Called before a scenario loads one.
  package var willLoad: (HostedPreset) -> Void = { _ in }
  /// Counts the operations of each run(), including the worker's responses after it; nil if they are not counted.
  package var subnormals: SubnormalCounter?
  /// The duration of instantiate() in nanoseconds, including the search for the descriptor.
  package let openingTime: Double
  /// The duration of the last run() in nanoseconds, including the worker's responses after it.
  package private(set) var lastRunTime = 0.0
  /// The duration of all deferred work so far, in nanoseconds.
  private var workTime = 0.0
  /// Whether the work took so long that a check should not schedule more of it than necessary.
  package var isWorkSlow: Bool {
    workTime > (Self.totalWorkTime > Self.totalPatience ? Self.shortPatience : Self.patience)
  }
  /// Whether that was so for an instance of this process.
  // SAFETY: the checks of a process run one after the other in one thread.
  nonisolated(unsafe) package private(set) static var hasSlowWork = false
  /// The duration of the deferred work of all instances of this process, in nanoseconds.
  nonisolated(unsafe) private static var totalWorkTime = 0.0
  /// In nanoseconds: 2 s of work in one instance, and 0.2 s after 5 s of work in all instances.
  private static let (patience, shortPatience, totalPatience) = (2e9, 0.2e9, 5e9)
  /// Whether work that run() scheduled is done after it, if the worker has no thread.
  package var performsWork = true
  /// The number of blocks until the next call of work() in the worker thread; nil if no request waits.
  private var workDelay: Int?
  private var workGenerator: SplitMix64
  private let settlingTime: UInt32
  /// In the worker thread, a request waits for fewer blocks than this.
  private static let workDelays = 4
  private let buffers: PortBuffers
  private let guarded: [Int: GuardedBuffer]
  package let midiInput: Int?
  package let patchInput: Int?
  /// The symbols of the control ports by their indices, because the copies of ports in a search take time in every block.
  private let symbols: [Int: String]

  /// The URID map, which all instances of this process share.
  package static let map = URIDMap()

  /// Instantiates the plug-in and connects all ports, unless the setup excludes that.
  ///
  /// - Throws: `HostError` if the plug-in cannot be loaded or instantiated.
  package init(_ context: PluginContext, _ setup: InstanceSetup) throws(HostError) {
    // The crash record must not name a control that was moved in an earlier instance.
    CrashRecord.forgetControl()
    probe_heap_guard_note_instance()
    probe_record_clear_values()
    plugin = context.plugin
    self.setup = setup
    settlingTime = context.settlingTime
    workGenerator = SplitMix64(seed: UInt64(context.seed))
    watch = setup.watch
    var configuration = HostConfiguration(for: plugin, sampleRate: setup.rate, maximumBlockLength: setup.blockLength)
    if let nominal = setup.nominalBlockLength, !configuration.isFixedBlockLength {
      configuration.nominalBlockLength = nominal
    }
    configuration.features = setup.features
    configuration.workerMode = setup.workerMode
    configuration.readOnlyOptions = setup.readOnlyOptions
    configuration.optionOrder = setup.optionOrder
    configuration.reversesFeatures = setup.reversesFeatures
    configuration.stateDirectory = setup.stateDirectory
    self.configuration = configuration
    sharedPorts = setup.layout.sharedPorts(of: plugin)
    audioInputs = plugin.ports.filter { $0.hasSamples && $0.isInput }
    audioOutputs = plugin.ports.filter { $0.hasSamples && $0.isOutput }
    buffers = PortBuffers(
      plugin, configuration: configuration, map: InstanceUnderTest.map,
      sampleOffset: setup.memory == .misaligned ? 1 : 0)
    guarded = try InstanceUnderTest.guardedBuffers(plugin, setup, configuration, plain: buffers)
    midiInput = plugin.midiInput
    patchInput = plugin.patchInput
    let controls = plugin.ports.filter { $0.kind == .control }.map { ($0.index, $0.symbol) }
    symbols = Dictionary(controls, uniquingKeysWith: { first, _ in first })
    InstanceUnderTest.keepLoaded(plugin)
    let plugin = plugin
    let start = InstanceUnderTest.nanoseconds
    hosted = try InstanceUnderTest.noted("instantiate") { () throws(HostError) in
      try HostedInstance(
        plugin, configuration: configuration, map: InstanceUnderTest.map, watch: setup.watch.union(.ownership))
    }
    openingTime = InstanceUnderTest.nanoseconds - start
    hosted.stackContent = stackContent
    // Keeps the library loaded for the rest of the process. Many libraries fail when they are loaded a second time, which
    // is the subject of binary.unload, and measurements across instances must not include a load.
    _ = dlopen(hosted.library.path, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD)
    if setup.connectsAtOnce { connectAll() }
    restoreDefaultState(context)
    let file = setup.loadsFile ? context.file : nil
    CrashRecord.noteLoadedFile(file != nil)
    if let file { load(file, try file.path(rate: context.rate)) }
  }

  /// Restores the default state if the plug-in lists state:loadDefaultState, as a host must before run(), and does the
  /// work that this schedules.
  private func restoreDefaultState(_ context: PluginContext) {
    guard setup.restoresDefaultState, plugin.hasDefaultState, plugin.features.contains(URI.State.loadDefaultState),
      hosted.features.offered.contains(URI.State.loadDefaultState), let state = context.defaultState
    else { return }
    // Checks watch other calls.
    let watch = hosted.watch
    hosted.watch = .ownership
    InstanceUnderTest.noted("restore") { state.restore(into: hosted) }
    if setup.workerMode == .deferred, hosted.features.worker.hasPendingWork {
      InstanceUnderTest.noted("work") { hosted.features.worker.performDeferred() }
    }
    hosted.watch = watch
  }

  deinit {
    if hosted.isActive { deactivate() }
    cleanup()
  }

  // MARK: Calls

  /// Activates the instance and connects every port again, like hosts that connect ports before each block.
  ///
  /// - Parameter reconnecting: false to keep the present connections.
  package func activate(reconnecting: Bool = true) {
    blockIndex = 0
    changes = [:]
    midiMessages = [:]
    earlierValues = [:]
    isActivated = true
    InstanceUnderTest.noted("activate") { hosted.activate() }
    if reconnecting { connectAll() }
    // Even a pause of 0 is a system call in which the thread loses the processor.
    if settlingTime > 0 { usleep(settlingTime) }
  }

  /// Activates the instance and survives a crash in activate().
  ///
  /// - Returns: false if the plug-in crashed; the instance must then be neither used nor released.
  package func survivesActivation() -> Bool {
    InstanceUnderTest.noted("activate") {
      hosted.activate { handle, activate in
        // SAFETY: in the calling conventions of C, a function ignores a further argument.
        let function = unsafeBitCast(activate, to: (@convention(c) (LV2_Handle?, UInt32) -> Void)?.self)
        return function.map { probe_record_survives($0, handle, 0) } ?? true
      }
    }
  }

  package func deactivate() { InstanceUnderTest.noted("deactivate") { hosted.deactivate() } }

  /// Deactivates and activates, after which the instance must behave like a fresh one.
  package func reset() {
    deactivate()
    activate()
  }

  package func cleanup() {
    probe_record_set_activated(isActivated)
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
      connect(port.index, to: atNull ? nil : memory(sharedPorts[port.index] ?? port.index))
    }
  }

  /// The port whose buffer a port uses instead of its own, by the index of the port.
  let sharedPorts: [Int: Int]

  /// Runs one block on the present content of the buffers; at most `configuration.maximumBlockLength` frames.
  ///
  /// Before the call, threads of the plug-in get time to finish their work, as they do between the blocks of a session.
  /// Atom inputs keep their content; call `prepareAtoms()` first to empty them.
  package func run(_ frames: Int) {
    PluginThreads.waitUntilIdle()
    noteChanges()
    probe_record_begin_call("run")
    probe_record_set_block(UInt64(blockIndex), UInt32(frames), setup.rate)
    probe_event_set_mark(UInt64(blockIndex) << 32 | UInt64(frames))
    subnormals?.begin()
    let start = InstanceUnderTest.nanoseconds
    FloatingPointState.preserved { hosted.run(frames) }
    lastRunTime = InstanceUnderTest.nanoseconds - start
    subnormals?.end()
    probe_record_end_call()
    blockIndex += 1
    let worker = hosted.features.worker
    if setup.workerMode == .thread { performInThread(worker) }
    if setup.workerMode == .deferred, performsWork, worker.hasPendingWork {
      let start = InstanceUnderTest.nanoseconds
      InstanceUnderTest.noted("work") { worker.performDeferred() }
      let duration = InstanceUnderTest.nanoseconds - start
      workTime += duration
      InstanceUnderTest.totalWorkTime += duration
      if isWorkSlow { InstanceUnderTest.hasSlowWork = true }
    }
  }

  /// Starts or ends a call of work() in the worker thread, as the seed decides.
  private func performInThread(_ worker: Worker) {
    if worker.isPaused {
      InstanceUnderTest.noted("work") { worker.finishWork() }
    } else if worker.hasPendingWork {
      let delay = workDelay ?? Int(workGenerator.next() % UInt64(Self.workDelays))
      workDelay = delay > 0 ? delay - 1 : nil
      let isPausing = workGenerator.next() % 2 == 0
      if delay == 0 { _ = InstanceUnderTest.noted("work") { worker.startWork(pausing: isPausing) } }
    }
  }

  /// Moves the values that changed since the last block to `changes`. The first block has no earlier values.
  private func noteChanges() {
    guard !earlierValues.isEmpty else { return }
    defer { earlierValues = [:] }
    guard blockIndex > 0 else { return }
    let changed = earlierValues.sorted { $0.key < $1.key }.compactMap { port, earlier -> ControlChange? in
      let value = self[control: port]
      guard earlier.bitPattern != value.bitPattern, let symbol = symbols[port] else { return nil }
      return ControlChange(symbol: symbol, from: earlier, to: value)
    }
    if !changed.isEmpty { changes[blockIndex] = changed }
  }

  /// Appends a MIDI message to the content of the MIDI input for the next block; without effect if there is none.
  package func sendMIDI(_ message: [UInt8], at frame: Int = 0) {
    guard let midiInput, let atom = atom(midiInput) else { return }
    atom.sequence.append(midi: message, frame: Int64(frame))
    if let kind = message.first.flatMap(MIDIKind.init(status:)) { midiMessages[blockIndex, default: []].insert(kind) }
  }

  /// Makes one call of run() and survives a crash in it. The worker is not served.
  ///
  /// - Returns: false if the plug-in crashed; the instance must then not be used any more.
  package func survives(_ run: @convention(c) (LV2_Handle?, UInt32) -> Void, _ frames: Int) -> Bool {
    defer { blockIndex += 1 }
    return InstanceUnderTest.noted("run") {
      probe_record_set_block(UInt64(blockIndex), UInt32(frames), setup.rate)
      probe_event_set_mark(UInt64(blockIndex) << 32 | UInt64(frames))
      probe_watch_begin(hosted.watch)
      defer { _ = probe_watch_end() }
      return probe_record_survives(run, hosted.handle, UInt32(frames))
    }
  }

  /// The monotonic clock, read without a system call.
  private static var nanoseconds: Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) * 1e9 + Double(now.tv_nsec)
  }

  package func prepareAtoms() { buffers.prepareAtoms() }

  /// Runs `body`, which calls the function `call` of the plug-in, and writes that call into the crash record.
  package static func noted<T, E: Error>(_ call: String, _ body: () throws(E) -> T) throws(E) -> T {
    probe_record_begin_call(call)
    defer { probe_record_end_call() }
    return try FloatingPointState.preserved(body)
  }

  /// Runs `body`, which calls the function `call` of an extension on this instance, with the detectors of its other calls.
  package func watched<T>(_ call: String, _ body: () -> T) -> T {
    probe_watch_begin(hosted.watch)
    defer { _ = probe_watch_end() }
    return InstanceUnderTest.noted(call, body)
  }

  /// Loads the library and never closes it: only binary.unload examines what closing does.
  package static func keepLoaded(_ plugin: PluginDescription) {
    guard let path = plugin.binaryPath else { return }
    FunctionObserver.observe(library: noted("dlopen") { dlopen(path, RTLD_NOW | RTLD_LOCAL) })
  }

  // MARK: Memory

  /// The memory that a port is connected to.
  package func memory(_ port: Int) -> UnsafeMutableRawPointer? {
    guarded[port]?.data ?? buffers.memory(port)
  }

  /// The samples of an audio or CV port, writable. A port that shares the buffer of another one uses those instead.
  package func samples(_ port: Int) -> UnsafeMutablePointer<Float>? {
    guarded[port]?.host.assumingMemoryBound(to: Float.self) ?? buffers.samples(port)?.baseAddress
  }

  package func atom(_ port: Int) -> PortBuffers.AtomPort? { buffers.atom(port) }

  /// The value of a control port. The crash record contains the value set last.
  package subscript(control port: Int) -> Float {
    get { guarded[port].map { $0.host.load(as: Float.self) } ?? buffers[control: port] }
    set {
      set(newValue, port)
      if let symbol = symbols[port] { probe_record_set_control(symbol, newValue) }
    }
  }

  /// Sets a control input, but does not name it in the crash record as a possible cause.
  func set(_ value: Float, _ port: Int) {
    if earlierValues[port] == nil { earlierValues[port] = self[control: port] }
    if let buffer = guarded[port] {
      buffer.host.storeBytes(of: value, as: Float.self)
    } else {
      buffers[control: port] = value
    }
    probe_record_set_value(UInt32(port), value)
  }

  private static func guardedBuffers(
    _ plugin: PluginDescription, _ setup: InstanceSetup, _ configuration: HostConfiguration, plain: PortBuffers
  ) throws(HostError) -> [Int: GuardedBuffer] {
    guard case .guarded(let placement, let readOnlyInputs) = setup.memory else { return [:] }
    let frames = configuration.maximumBlockLength
    let all = try GuardedBuffer.all(of: plugin, frames: frames, placement: placement, readOnlyInputs: readOnlyInputs)
    for (port, buffer) in all where port.kind == .control {
      buffer.host.storeBytes(of: plain[control: port.index], as: Float.self)
    }
    return Dictionary(uniqueKeysWithValues: all.map { ($0.port.index, $0.buffer) })
  }
}
