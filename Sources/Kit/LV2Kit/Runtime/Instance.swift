/// An instance of a plug-in: the effect, its ports and its bypass. The host's handle is the address of an `Instance`.
///
/// `Bypass.State` is the state of the instance. A cycle, one call of run(), is divided at every frame at which the
/// state or a parameter target changes, and at every event. The output therefore does not depend on the block length of
/// the host.
public struct Instance<E: Effect & ~Copyable>: ~Copyable {
  var header: Header
  private(set) var bypass: Bypass
  /// The number of frames until changed controls may set new targets; 0 if they may do so at once.
  private var framesToUpdate = 0
  private var controlInterval: Int
  private var ramps: Ramps
  /// The last member: every cycle reads those above, and they share cache lines.
  var effect: E

  // MARK: Life cycle

  private init?(_ plugin: UnsafePointer<Plugin>, _ setup: Setup, _ features: Features, _ audio: AudioPointers) {
    guard let effect = E(setup) else { return nil }
    header = Header(
      plugin: plugin, ports: Ports(PortMap(E.self, setup.layout), audio: audio),
      events: E.hasEvents ? .allocate(capacity: 1) : nil,
      dryDelay: Self.makeDryDelay(effect, setup), work: E.hasWorker ? .allocate(capacity: 1) : nil,
      properties: E.hasProperties ? .allocate(capacity: 1) : nil,
      options: E.followsOptions ? .allocate(capacity: 1) : nil)
    header.ports.setInitialValues(E.Port.self)
    header.events?.initialize(to: EventState(features, E.events, rate: setup.rate))
    self.effect = effect
    bypass = Bypass(rate: setup.rate)
    controlInterval = Limits.controlInterval(rate: setup.rate)
    ramps = Ramps(E.Port.self, rate: setup.rate)
    if E.hasWorker || E.followsOptions { initializeExtensions(setup, features) }
  }

  private static func makeDryDelay(_ effect: borrowing E, _ setup: Setup) -> UnsafeMutablePointer<DryDelay>? {
    guard E.reportsLatency, effect.maximumLatency > 0 else { return nil }
    let delay = UnsafeMutablePointer<DryDelay>.allocate(capacity: 1)
    delay.initialize(to: DryDelay(longest: effect.maximumLatency, inputs: setup.layout.inputs))
    return delay
  }

  /// Creates an instance. The pointers to its audio buffers follow it in memory, so that run() finds them without a load.
  static func make(_ plugin: UnsafePointer<Plugin>, _ setup: Setup, _ features: Features) -> UnsafeMutableRawPointer? {
    // The values of properties need URIDs for their types; the Turtle requires the feature.
    if E.hasProperties && features.map == nil { return nil }
    let size = MemoryLayout<Instance<E>>.stride
    let pointers = Ports.pointerCount * MemoryLayout<UnsafeMutablePointer<Float>?>.stride
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: size + pointers, alignment: MemoryLayout<Instance<E>>.alignment)
    let audio = (memory + size).initializeMemory(
      as: UnsafeMutablePointer<Float>?.self, repeating: nil, count: Ports.pointerCount)
    guard let instance = Instance(plugin, setup, features, audio) else {
      memory.deallocate()
      return nil
    }
    memory.bindMemory(to: Instance<E>.self, capacity: 1).initialize(to: instance)
    return memory
  }

  static func destroy(_ handle: UnsafeMutableRawPointer) {
    let instance = handle.assumingMemoryBound(to: Instance<E>.self)
    instance.pointee.ramps.deallocate()
    if E.hasWorker { instance.pointee.deallocateWork() }
    instance.pointee.header.deallocate()
    instance.deinitialize(count: 1)
    handle.deallocate()
  }

  /// Replaces the effect by one for another setup. The properties keep their values, and the connections remain.
  ///
  /// - Returns: false if the effect cannot run under these conditions; the old one remains.
  static func recreate(_ handle: UnsafeMutableRawPointer, _ setup: Setup) -> Bool {
    guard let effect = E(setup) else { return false }
    let instance = handle.assumingMemoryBound(to: Instance<E>.self)
    instance.pointee.header.deallocateDryDelay()
    instance.pointee.header.dryDelay = makeDryDelay(effect, setup)
    instance.pointee.effect = effect
    instance.pointee.bypass = Bypass(rate: setup.rate)
    instance.pointee.controlInterval = Limits.controlInterval(rate: setup.rate)
    instance.pointee.framesToUpdate = 0
    instance.pointee.header.attention.setState(.activated)
    instance.pointee.header.display?.pointee.setRate(setup.rate)
    instance.pointee.ramps.deallocate()
    instance.pointee.ramps = Ramps(E.Port.self, rate: setup.rate)
    instance.pointee.header.events?.pointee.rate = setup.rate
    instance.pointee.header.events?.pointee.memory?.isPending = true
    instance.pointee.header.work?.pointee.setup = setup
    if E.hasProperties { reload(handle) }
    return true
  }

  static func activate(_ handle: UnsafeMutableRawPointer) {
    let instance = handle.assumingMemoryBound(to: Instance<E>.self)
    instance.pointee.effect.reset()
    if E.hasEvents { instance.pointee.header.events?.pointee.reset() }
    instance.pointee.bypass.transition(on: .activate)
    instance.pointee.header.attention.setState(.activated)
    instance.pointee.framesToUpdate = 0
    instance.pointee.header.dryDelay?.pointee.reset()
  }

  // MARK: Cycles

  private typealias AudioPointers = UnsafeMutablePointer<UnsafeMutablePointer<Float>?>

  /// Processes `frames` frames. The `process` function of each effect calls it on the audio thread.
  @inline(__always)
  public static func run(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
    guard let handle else { return }
    let instance = handle.assumingMemoryBound(to: Instance<E>.self)
    let audio = AudioBuffers(
      (handle + MemoryLayout<Instance<E>>.stride).assumingMemoryBound(to: AudioPointers.Pointee.self))
    if E.hasWorker { instance.pointee.takeDeliveries() }
    if E.hasEvents {
      instance.pointee.runBetweenEvents(audio, Int(frames))
    } else {
      instance.pointee.run(audio, Int(frames))
    }
    if E.hasProperties { instance.pointee.sendProperties() }
    if E.hasJobs { instance.pointee.scheduleJob() }
    if E.reportsLatency { instance.pointee.writeLatency() }
  }

  /// Processes frames without an event.
  @inline(__always)
  mutating func run(_ audio: AudioBuffers, _ frames: Int) { run(audio, frames, header.attention.value) }

  /// Processes frames without an event. `attention` is the value of the word of that name, or only the state in it.
  @inline(__always)
  private mutating func run(_ audio: AudioBuffers, _ frames: Int, _ attention: UInt8) {
    let isEnabled = header.ports.isEnabled(E.Port.self)
    switch attention {
    case Bypass.State.bypassed.rawValue where !isEnabled: passThrough(audio, frames)
    case Bypass.State.processing.rawValue where isEnabled && !header.ports.haveChanged && !isRamping:
      runSteady(audio, frames)
    case let value where E.hasInterface && value >= Attention.recording: runRecorded(audio, frames)
    default: runAttentively(audio, frames)
    }
  }

  /// Processes frames and records them for a window.
  @inline(never)
  private mutating func runRecorded(_ audio: AudioBuffers, _ frames: Int) {
    let count = header.recordInputs(audio, frames)
    run(audio, frames, header.attention.state)
    header.recordOutputs(audio, count)
  }

  /// Processes frames that may have changes, and looks at the controls for the inline display.
  @inline(never)
  private mutating func runAttentively(_ audio: AudioBuffers, _ frames: Int) {
    runDivided(audio, frames)
    var state = bypass.state
    if E.hasInterface, let display = header.display {
      let isWaiting = display.pointee.requests.update(header.ports.controls, frames)
      if isWaiting || state == .bypassed { state = .activated }
    }
    header.attention.setState(state)
  }

  /// Whether a control is smoothed. For small declarations the optimizer knows that none is and removes the code.
  private var hasRamps: Bool {
    @inline(__always) get { !ramps.isEmpty && E.Port.hasSmoothing }
  }

  private var isRamping: Bool {
    @inline(__always) get { hasRamps && ramps.framesToCorner() < .max }
  }

  /// Frames without a change of the state or the controls.
  @inline(__always)
  private mutating func runSteady(_ audio: AudioBuffers, _ frames: Int) {
    process(audio, frames, true)
    if header.ports.map.hasControlOutputs { effect.writeOutputs(to: controls) }
  }

  @inline(__always)
  private mutating func runDivided(_ audio: AudioBuffers, _ frames: Int) {
    // A host may ask for the latency with a cycle without frames.
    guard frames > 0 || header.ports.map.hasControlOutputs || E.reportsLatency else { return }
    let isEnabled = header.ports.isEnabled(E.Port.self)
    var start = 0
    repeat {
      if bypass.isSilent {
        if isEnabled || bypass.state == .activated { setTargets() }
        if E.events.midiInput && isEnabled && start < frames {
          restoreNotes(at: header.events?.pointee.cycleFrame ?? 0)
        }
        if !isEnabled {
          if start < frames { bypass.transition(on: .disable) }
          return passThrough(audio.advanced(by: start), frames &- start)
        }
      }
      var length = min(frames &- start, updateControls(isEnabled))
      if hasRamps { length = min(length, ramps.framesToCorner()) }
      process(audio.advanced(by: start), length, isEnabled)
      if hasRamps { ramps.advance(length) }
      start &+= length
    } while start < frames
    if header.ports.map.hasControlOutputs { effect.writeOutputs(to: controls) }
  }

  /// Copies the input in frames that end the cycle. The control outputs still follow the controls.
  @inline(never)
  private mutating func passThrough(_ audio: AudioBuffers, _ frames: Int) {
    if header.ports.map.hasControlOutputs {
      updateControlsWhileBypassed(frames)
      effect.writeOutputs(to: controls)
    }
    guard header.ports.unconnectedCount == 0 else { return header.ports.silence(audio, frames) }
    if E.reportsLatency { header.dryDelay?.pointee.setLatency(effect.latency) }
    header.ports.copyDry(audio, frames, delay: E.reportsLatency ? header.dryDelay : nil)
    advanceEvents(frames)
  }

  // MARK: Control updates

  /// Sets new targets if controls have changed and an update is due.
  ///
  /// - Returns: the number of frames until the next update is due, or until a fade-out ends.
  @inline(__always)
  private mutating func updateControls(_ isEnabled: Bool) -> Int {
    let fade = bypass.framesToBypass(enabled: isEnabled)
    guard header.ports.haveChanged else { return fade }
    // A full interval: no frame has passed since the last update, which a block without frames caused.
    guard framesToUpdate == 0 || framesToUpdate == controlInterval else { return min(framesToUpdate, fade) }
    setTargets()
    return fade
  }

  /// Sets new targets if controls have changed and an update is due within the next `frames` bypassed frames.
  @inline(__always)
  private mutating func updateControlsWhileBypassed(_ frames: Int) {
    let late = frames - framesToUpdate
    if late >= 0 {
      if header.ports.haveChanged { setTargets() }
      let period = Limits.bypassedIntervals * controlInterval
      framesToUpdate = frames + (period - late % period) % period
    }
    framesToUpdate -= frames
  }

  @inline(never)
  private mutating func setTargets() {
    header.ports.recordValues()
    if hasRamps {
      var index = 0
      while let port = E.Port(rawValue: index), port.declaration.kind == .input {
        ramps.setTarget(
          controls[port], of: index, seconds: port.declaration.smoothing.seconds, immediately: bypass.isSilent)
        index += 1
      }
    }
    effect.setTargets(from: controls, immediately: bypass.isSilent)
    framesToUpdate = controlInterval
  }

  /// Sets targets before an event if no frame has been processed since activate() or the end of a bypass.
  mutating func setTargetsIfSilent() {
    if bypass.isSilent { setTargets() }
  }

  private var controls: Controls<E.Port> {
    @inline(__always) get { Controls(ports: header.ports.controls) }
  }

  @inline(__always)
  private func writeLatency() {
    header.ports.controls[E.Port.count + 1].pointee = Float(effect.latency)
  }

  // MARK: Audio

  /// Processes frames during which lv2:enabled, the targets and the slopes of the ramps do not change.
  @inline(never)
  private mutating func process(_ audio: AudioBuffers, _ frames: Int, _ isEnabled: Bool) {
    guard frames > 0 else { return }
    framesToUpdate = max(framesToUpdate &- frames, 0)
    bypass.transition(on: isEnabled ? .enable : .disable)
    let needsChunks = E.reportsLatency && header.dryDelay != nil
    if !needsChunks && bypass.state == .processing && header.ports.areUsable(audio, frames) {
      runEffect(audio, frames, from: 0)
    } else {
      processInChunks(audio, frames)
    }
  }

  /// Runs the effect with buffers that it can use.
  ///
  /// - Parameter start: the first frame in the part of the cycle over which the ramps are straight.
  @inline(__always)
  private mutating func runEffect(_ audio: AudioBuffers, _ frames: Int, from start: Int) {
    effect.run(
      Block(
        frames: frames, layout: header.ports.map.layout, controls: controls, audio: audio,
        cvOffsets: header.ports.map.cvOffsets, ramps: UnsafePointer(ramps.motions), rampStart: start,
        events: header.events))
    advanceEvents(frames)
  }

  @inline(__always)
  private func advanceEvents(_ frames: Int) {
    if E.hasEvents, let events = header.events { events.pointee.advance(frames) }
  }

  /// Processes copies of the inputs, with zeros for infinite and NaN samples, and applies the crossfade.
  @inline(never)
  private mutating func processInChunks(_ audio: AudioBuffers, _ frames: Int) {
    guard header.ports.unconnectedCount == 0 else { return header.ports.silence(audio, frames) }
    var start = 0
    while start < frames {
      let count = min(Limits.chunkFrames, frames - start)
      let part = audio.advanced(by: start)
      bypass.advance(count, inputGains: header.ports.inputGains, outputGains: header.ports.outputGains)
      header.ports.readChunk(part, count)
      runEffect(header.ports.scratchBuffers, count, from: start)
      if E.reportsLatency, let delay = header.dryDelay {
        delay.pointee.setLatency(effect.latency)
        delay.pointee.delay(header.ports, count, isBypassed: false)
      }
      header.ports.writeChunk(part, count)
      start += count
    }
    if bypass.hasFadeEnded { bypass.transition(on: .fadeEnd) }
    if bypass.state == .bypassed { resetForBypass() }
  }
}
