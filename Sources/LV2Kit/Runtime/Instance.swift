/// An instance of a plug-in: the effect, its ports and its bypass. The host's handle is the address of an `Instance`.
///
/// `Bypass.State` is the state of the instance. A cycle, one call of run(), is divided at every frame at which the
/// state or a parameter target changes. The output therefore does not depend on the block length of the host.
public struct Instance<E: Effect & ~Copyable>: ~Copyable {
  private var header: Header
  private var bypass: Bypass
  /// The number of frames until changed controls may set new targets; 0 if they may do so at once.
  private var framesToUpdate = 0
  private let controlInterval: Int
  /// The last member: every cycle reads those above, and they share cache lines.
  private var effect: E

  // MARK: Life cycle

  private init?(_ plugin: UnsafePointer<Plugin>, rate: Double) {
    let channels = plugin.pointee.layout.channels
    guard let effect = E(rate: rate, channels: channels) else { return nil }
    header = Header(plugin: plugin, ports: Ports(E.Port.self, channels: channels))
    self.effect = effect
    bypass = Bypass(rate: rate)
    controlInterval = Limits.controlInterval(rate: rate)
  }

  static func make(_ plugin: UnsafePointer<Plugin>, _ rate: Double) -> UnsafeMutableRawPointer? {
    guard let instance = Instance(plugin, rate: rate) else { return nil }
    let memory = UnsafeMutablePointer<Instance<E>>.allocate(capacity: 1)
    memory.initialize(to: instance)
    return UnsafeMutableRawPointer(memory)
  }

  static func destroy(_ handle: UnsafeMutableRawPointer) {
    let instance = handle.assumingMemoryBound(to: Instance<E>.self)
    instance.deinitialize(count: 1)
    instance.deallocate()
  }

  static func activate(_ handle: UnsafeMutableRawPointer) {
    let instance = handle.assumingMemoryBound(to: Instance<E>.self)
    instance.pointee.effect.reset()
    instance.pointee.bypass.transition(on: .activate)
    instance.pointee.framesToUpdate = 0
  }

  // MARK: Cycles

  /// Processes `frames` frames. The `process` function of each effect calls it on the audio thread.
  @inline(__always)
  public static func run(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
    guard let instance = handle?.assumingMemoryBound(to: Instance<E>.self) else { return }
    let frames = Int(frames)
    let isEnabled = instance.pointee.header.ports.isEnabled(E.Port.self)
    switch instance.pointee.bypass.state {
    case .bypassed where !isEnabled: instance.pointee.passThrough(0..<frames)
    case .processing where isEnabled && !instance.pointee.header.ports.haveChanged(E.Port.self):
      instance.pointee.runSteady(frames)
    default: instance.pointee.runDivided(frames)
    }
  }

  /// A cycle without a change of the state or the controls.
  @inline(__always)
  private mutating func runSteady(_ frames: Int) {
    process(0..<frames, true)
    if E.Port.hasOutputs { effect.writeOutputs(to: controls) }
  }

  /// A cycle that may have changes.
  @inline(never)
  private mutating func runDivided(_ frames: Int) {
    guard frames > 0 || E.Port.hasOutputs else { return }
    let isEnabled = header.ports.isEnabled(E.Port.self)
    var start = 0
    repeat {
      if bypass.isSilent {
        if isEnabled || bypass.state == .activated { setTargets() }
        if !isEnabled {
          if start < frames { bypass.transition(on: .disable) }
          return passThrough(start..<frames)
        }
      }
      let end = start + min(frames - start, updateControls(isEnabled))
      process(start..<end, isEnabled)
      start = end
    } while start < frames
    if E.Port.hasOutputs { effect.writeOutputs(to: controls) }
  }

  /// Copies the input in a range of frames that ends the cycle. The control outputs still follow the controls.
  @inline(__always)
  private mutating func passThrough(_ range: Range<Int>) {
    if E.Port.hasOutputs {
      updateControlsWhileBypassed(range.count)
      effect.writeOutputs(to: controls)
    }
    guard let (inputs, outputs) = buffers(from: range.lowerBound) else { return silence(range.upperBound) }
    copyChannels(inputs, outputs, channels: header.ports.channels, frames: range.count)
  }

  // MARK: Control updates

  /// Sets new targets if controls have changed and an update is due.
  ///
  /// - Returns: the number of frames until the next update is due, or until a fade-out ends.
  @inline(__always)
  private mutating func updateControls(_ isEnabled: Bool) -> Int {
    let fade = bypass.framesToBypass(enabled: isEnabled)
    guard header.ports.haveChanged(E.Port.self) else { return fade }
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
      if header.ports.haveChanged(E.Port.self) { setTargets() }
      let period = Limits.bypassedIntervals * controlInterval
      framesToUpdate = frames + (period - late % period) % period
    }
    framesToUpdate -= frames
  }

  @inline(never)
  private mutating func setTargets() {
    header.ports.recordValues(E.Port.self)
    effect.setTargets(from: controls, immediately: bypass.isSilent)
    framesToUpdate = controlInterval
  }

  private var controls: Controls<E.Port> {
    @inline(__always) get { Controls(ports: header.ports.controls) }
  }

  // MARK: Audio

  private typealias Buffers = (
    inputs: (UnsafePointer<Float>, UnsafePointer<Float>),
    outputs: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)
  )

  /// Returns the audio buffers from the frame `start` on, or nil if the host has not connected all of them.
  @inline(__always)
  private func buffers(from start: Int) -> Buffers? {
    guard let input0 = header.ports.inputs.0, let output0 = header.ports.outputs.0 else { return nil }
    guard header.ports.channels == 2 else {
      return ((input0 + start, input0 + start), (output0 + start, output0 + start))
    }
    guard let input1 = header.ports.inputs.1, let output1 = header.ports.outputs.1 else { return nil }
    return ((input0 + start, input1 + start), (output0 + start, output1 + start))
  }

  /// Clears the first `frames` samples of each connected output.
  private mutating func silence(_ frames: Int) {
    clear(header.ports.outputs.0, frames)
    clear(header.ports.outputs.1, frames)
  }

  /// Processes a range of frames, during which lv2:enabled and the targets do not change.
  @inline(never)
  private mutating func process(_ range: Range<Int>, _ isEnabled: Bool) {
    guard !range.isEmpty else { return }
    framesToUpdate = max(framesToUpdate &- range.count, 0)
    guard let (inputs, outputs) = buffers(from: range.lowerBound) else { return silence(range.upperBound) }
    bypass.transition(on: isEnabled ? .enable : .disable)
    let block = Block(
      frames: range.count, channels: header.ports.channels, controls: controls, inputs: inputs, outputs: outputs)
    if bypass.state == .processing && canProcessDirectly(block) {
      effect.run(block)
    } else {
      processInChunks(block)
    }
  }

  /// Whether the effect can use the host's buffers: all inputs are finite, and writing the first output does not
  /// overwrite the second input.
  @inline(__always)
  private func canProcessDirectly(_ block: Block<E.Port>) -> Bool {
    guard areFinite(block.inputs.0, block.frames) else { return false }
    guard block.channels == 2 else { return true }
    return areFinite(block.inputs.1, block.frames) && !overlap(block.outputs.0, block.inputs.1, block.frames)
  }

  /// Processes copies of the inputs, with zeros for infinite and NaN samples, and applies the crossfade.
  @inline(never)
  private mutating func processInChunks(_ block: Block<E.Port>) {
    var start = 0
    while start < block.frames {
      let count = min(Limits.chunkFrames, block.frames - start)
      let (dry, scaled, wet) = (scratch(0), scratch(1), scratch(2))
      copyFinite(block.inputs.0 + start, to: dry.0, count)
      if block.channels == 2 { copyFinite(block.inputs.1 + start, to: dry.1, count) }
      for frame in 0..<count {
        let gain = bypass.nextInputGain()
        scaled.0[frame] = gain * dry.0[frame]
        if block.channels == 2 { scaled.1[frame] = gain * dry.1[frame] }
      }
      effect.run(
        Block(
          frames: count, channels: block.channels, controls: controls,
          inputs: (UnsafePointer(scaled.0), UnsafePointer(scaled.1)), outputs: wet))
      for frame in 0..<count {
        let gain = bypass.nextOutputGain()
        block.outputs.0[start + frame] = crossfade(dry.0[frame], scaled.0[frame], wet.0[frame], gain)
        guard block.channels == 2 else { continue }
        block.outputs.1[start + frame] = crossfade(dry.1[frame], scaled.1[frame], wet.1[frame], gain)
      }
      start += count
    }
    if bypass.hasFadeEnded { bypass.transition(on: .fadeEnd) }
    if bypass.state == .bypassed { effect.reset() }
  }

  /// Returns the scratch buffer `index` of both channels.
  @inline(__always)
  private func scratch(_ index: Int) -> (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) {
    let start = header.ports.scratch + index * Limits.channelCount * Limits.chunkFrames
    return (start, start + Limits.chunkFrames)
  }

  /// Returns one output sample. The result is exact if the output gain is 0, and if both gains are 1.
  @inline(__always)
  private func crossfade(_ dry: Float, _ scaled: Float, _ wet: Float, _ gain: Float) -> Float {
    gain == 0 ? dry : gain == 1 && scaled == dry ? wet : dry + gain * (wet - scaled)
  }
}
