import CCLAP
import CLV2
import LV2Kit

/// An instance for a host of CLAP. It drives an instance of LV2 through the functions of its descriptor, so that the sound, the
/// bypass, the ramps and the division of blocks are the same.
///
/// The instance of LV2 has a sample rate for its whole life, that of CLAP gets one with each activation. At another rate, a new
/// instance replaces the old one and gets its properties. So it does for another block length if the effect follows options.
///
/// SAFETY: `clap` is the first member, so that the host's pointer is the address of the instance. The memory behind the pointers
/// exists until `destroy()`; the description and the descriptor are constant data of the library.
struct ClapInstance {
  var clap: clap_plugin
  let plugin: UnsafePointer<lv2kit_clap_plugin>
  let descriptor: UnsafePointer<LV2_Descriptor>
  let host: UnsafePointer<clap_host>
  let features: ClapHostFeatures
  /// NULL before init(), and if the effect cannot run.
  var handle: LV2_Handle?
  var rate = 48_000.0
  /// The largest number of frames in a block that the instance of LV2 knows; 0 before the first activation.
  var maximumFrames: UInt32 = 0
  let values: ParameterValues
  var input: EventWriter
  let output: EventOutputBuffer
  var transport = TransportFollower()
  var notes = ClapNotes()
  /// What the window changes.
  let changes: MessageQueue
  /// The events between the window and the instance of LV2, as atoms.
  let eventsOfWindow, eventsForWindow: MessageQueue
  /// The thread of the worker; NULL for an effect without one.
  var worker: OpaquePointer?
  var isOffline = false
  /// Whether the host can call process().
  private(set) var isActive = false
  /// The latency in frames at the last activation.
  private(set) var latency: UInt32 = 0
  /// Whether the host knows that it has changed since.
  private var asksForRestart = false
  var window: UnsafeMutablePointer<ClapWindow>?

  init(
    _ plugin: UnsafePointer<lv2kit_clap_plugin>, _ descriptor: UnsafePointer<LV2_Descriptor>,
    _ host: UnsafePointer<clap_host>
  ) {
    self.plugin = plugin
    self.descriptor = descriptor
    self.host = host
    features = ClapHostFeatures(host)
    values = ParameterValues(plugin)
    let types = EventTypes()
    input = EventWriter(types)
    output = EventOutputBuffer(types)
    let hasWindow = plugin.pointee.interface != nil
    changes = MessageQueue(isUsed: hasWindow)
    eventsOfWindow = MessageQueue(isUsed: hasWindow && plugin.pointee.has_event_input)
    eventsForWindow = MessageQueue(isUsed: hasWindow && plugin.pointee.has_event_output)
    clap = ClapCallbacks.object(of: plugin)
  }

  /// Ends the instance of LV2 and frees the memory, except that of the structure itself.
  mutating func destroy() {
    ClapWindow.destroy(&window)
    stopWorker()
    if let handle { descriptor.pointee.cleanup(handle) }
    values.deallocate()
    input.deallocate()
    output.deallocate()
    changes.deallocate()
    eventsOfWindow.deallocate()
    eventsForWindow.deallocate()
    features.deallocate()
  }

  // MARK: Life cycle, on the main thread

  /// Creates the instance of LV2. Its properties need a place before the first activation.
  mutating func create(_ address: UnsafeMutablePointer<ClapInstance>) -> Bool {
    features.setContext(address)
    startWorker(address)
    handle = makeHandle()
    if handle == nil { stopWorker() }
    return handle != nil
  }

  /// Prepares the instance of LV2 for a sample rate and a block length.
  mutating func activate(_ rate: Double, _ maximum: UInt32) -> Bool {
    guard handle != nil else { return false }
    if rate != self.rate || maximumFrames == 0 || maximum != maximumFrames && followsOptions {
      let before = (self.rate, maximumFrames)
      (self.rate, maximumFrames) = (rate, maximum)
      features.setOptions(rate: rate, maximum: maximum)
      guard replaceHandle() else {
        (self.rate, maximumFrames) = before
        return false
      }
    }
    reset()
    // A block without frames writes the latency.
    if latencyPort != nil {
      let known = latency
      values.take()
      descriptor.pointee.run(handle, 0)
      latency = presentLatency
      asksForRestart = false
      if latency != known { HostExtensions.latencyChanged(host) }
    }
    isActive = true
    return true
  }

  mutating func deactivate() { isActive = false }

  /// While the host does not call process(): delivers the events of the window, and those for it, by a block without frames.
  mutating func exchangeEvents() {
    guard !isActive, handle != nil, plugin.pointee.has_event_input else { return }
    values.take()
    input.begin()
    input.append(all: eventsOfWindow, &notes)
    run(frames: 0)
  }

  private var presentLatency: UInt32 { latencyPort.map { UInt32(max(0, values.ports[$0])) } ?? 0 }

  /// CLAP's latency is constant between activate() and deactivate(): asks the host for these if that of the effect has changed.
  mutating func followLatency() {
    guard latencyPort != nil, presentLatency != latency, !asksForRestart else { return }
    asksForRestart = true
    HostCalls.requestRestart(host)
  }

  /// Clears all sound.
  mutating func reset() {
    descriptor.pointee.activate?(handle)
    notes = ClapNotes()
    transport = TransportFollower()
  }

  /// Whether the effect depends on the block length. Others accept any block length.
  private var followsOptions: Bool {
    descriptor.pointee.extension_data?(cString("http://lv2plug.in/ns/ext/options#interface")) != nil
  }

  var latencyPort: Int? { plugin.pointee.latency_port == .max ? nil : Int(plugin.pointee.latency_port) }

  private func makeHandle() -> LV2_Handle? {
    guard let handle = descriptor.pointee.instantiate(descriptor, rate, cString("/"), features.list) else { return nil }
    for index in 0..<Int(plugin.pointee.control_count) where values.isConnected(index) {
      descriptor.pointee.connect_port(handle, UInt32(index), values.ports + index)
    }
    if plugin.pointee.has_event_input { descriptor.pointee.connect_port(handle, eventInputPort, input.memory) }
    if plugin.pointee.has_event_output { descriptor.pointee.connect_port(handle, eventOutputPort, output.memory) }
    descriptor.pointee.activate?(handle)
    return handle
  }

  var firstAudioPort: Int { Int(plugin.pointee.control_count) }

  /// The index of the event input, if there is one.
  var eventInputPort: UInt32 {
    plugin.pointee.control_count + plugin.pointee.input_count + plugin.pointee.sidechain_count
      + plugin.pointee.output_count
  }

  /// The index of the event output, if there is one.
  var eventOutputPort: UInt32 { eventInputPort + (plugin.pointee.has_event_input ? 1 : 0) }

  /// Replaces the instance of LV2 by one with the present rate and options, which gets the properties of the old one.
  private mutating func replaceHandle() -> Bool {
    guard let new = makeHandle() else { return false }
    var properties = ByteBuffer()
    PropertyStream.save(descriptor, handle, to: &properties)
    // The old instance must not be in work().
    let address = features.context
    stopWorker()
    descriptor.pointee.cleanup(handle)
    handle = new
    _ = PropertyStream.restore(descriptor, handle, from: properties.reader)
    properties.deallocate()
    startWorker(address)
    ClapWindow.instanceChanged(window)
    return true
  }

  // MARK: The worker

  private mutating func startWorker(_ address: UnsafeMutablePointer<ClapInstance>?) {
    guard let address, workerInterface != nil else { return }
    worker = lv2kit_clap_worker_start(
      { context, size, data in
        context?.assumingMemoryBound(to: ClapInstance.self).pointee.work(size, data)
      }, address)
  }

  private mutating func stopWorker() {
    lv2kit_clap_worker_stop(worker)
    worker = nil
  }

  private var workerInterface: UnsafePointer<LV2_Worker_Interface>? {
    descriptor.pointee.extension_data?(cString("http://lv2plug.in/ns/ext/worker#interface"))?
      .assumingMemoryBound(to: LV2_Worker_Interface.self)
  }

  /// Does the work of a message. Effects on LV2Kit do not respond, but deliver their results through atomic lists.
  private func work(_ size: UInt32, _ data: UnsafeRawPointer?) {
    guard let handle, let interface = workerInterface else { return }
    _ = interface.pointee.work(handle, { _, _, _ in LV2_WORKER_SUCCESS }, nil, size, data)
  }

  /// The schedule_work() of the instance of LV2. A host that renders offline waits for the work.
  func schedule(_ size: UInt32, _ data: UnsafeRawPointer?) -> LV2_Worker_Status {
    if isOffline {
      work(size, data)
      return LV2_WORKER_SUCCESS
    }
    guard let worker, let data else { return LV2_WORKER_ERR_UNKNOWN }
    return lv2kit_clap_worker_send(worker, size, data) ? LV2_WORKER_SUCCESS : LV2_WORKER_ERR_NO_SPACE
  }
}

/// The instance behind the host's pointer.
func instance(_ plugin: UnsafePointer<clap_plugin>?) -> UnsafeMutablePointer<ClapInstance>? {
  plugin?.pointee.plugin_data?.assumingMemoryBound(to: ClapInstance.self)
}
