/// One instance of one plug-in: the effect, its ports, its bypass.
///
/// The host's handle is the address of an `Instance`. Every entry of the C interface ends in one method here.
public struct Instance<E: Effect & ~Copyable>: ~Copyable {
  private var header: Header
  private var effect: E
  private var fade: Fade
  /// No frame has been run since `activate`: lv2:enabled and the controls are taken as they stand, without a fade.
  private var isFresh = true

  private init?(_ entry: UnsafePointer<Entry>, rate: Double) {
    let channels = entry.pointee.layout.channels
    guard let effect = E(rate: rate, channels: channels) else { return nil }
    header = Header(entry: entry, ports: Ports(E.Port.self, channels: channels))
    self.effect = effect
    fade = Fade(rate: rate)
  }

  static func make(_ entry: UnsafePointer<Entry>, _ rate: Double) -> UnsafeMutableRawPointer? {
    guard let instance = Instance(entry, rate: rate) else { return nil }
    let place = UnsafeMutablePointer<Instance<E>>.allocate(capacity: 1)
    place.initialize(to: instance)
    return UnsafeMutableRawPointer(place)
  }

  static func destroy(_ handle: UnsafeMutableRawPointer) {
    let place = handle.assumingMemoryBound(to: Instance<E>.self)
    place.deinitialize(count: 1)
    place.deallocate()
  }

  static func activate(_ handle: UnsafeMutableRawPointer) {
    let place = handle.assumingMemoryBound(to: Instance<E>.self)
    place.pointee.effect.reset()
    place.pointee.isFresh = true
  }

  /// What an effect's own `Entry.Run` calls.
  @inline(__always)
  public static func run(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
    handle?.assumingMemoryBound(to: Instance<E>.self).pointee.run(frames: Int(frames))
  }

  /// One cycle of the audio thread.
  @inline(__always)
  private mutating func run(frames: Int) {
    let enabled = header.ports.isEnabled
    let isAsleep = fade.isBypassed && !enabled && !isFresh
    // What moves while the effect is bypassed is looked at when it is enabled again, but for what the effect shows.
    if (!isAsleep || header.ports.hasOutputs) && (header.ports.noticeChanges() || isFresh) { head(enabled) }
    if frames > 0 { process(frames, enabled, isAsleep) }
    if header.ports.hasOutputs { effect.report(to: controls) }
  }

  @inline(__always)
  private mutating func process(_ frames: Int, _ enabled: Bool, _ isAsleep: Bool) {
    guard let input0 = header.ports.inputs.0, let output0 = header.ports.outputs.0 else { return silence(frames) }
    var inputs = (input0, input0)
    var outputs = (output0, output0)
    if header.ports.channels == 2 {
      guard let input1 = header.ports.inputs.1, let output1 = header.ports.outputs.1 else { return silence(frames) }
      inputs.1 = input1
      outputs.1 = output1
    }
    if isAsleep { return bypass(inputs, outputs, channels: header.ports.channels, frames: frames) }
    process(
      Block(frames: frames, channels: header.ports.channels, controls: controls, inputs: inputs, outputs: outputs),
      enabled)
    isFresh = false
  }

  private var controls: Controls<E.Port> {
    @inline(__always) get { Controls(ports: header.ports.controls) }
  }

  @inline(never)
  private mutating func head(_ enabled: Bool) {
    if isFresh { fade.jump(toEnabled: enabled) }
    effect.head(for: controls, atOnce: isFresh || fade.isBypassed)
  }

  @inline(__always)
  private mutating func process(_ block: Block<E.Port>, _ enabled: Bool) {
    if fade.isBypassed && !enabled {
      bypass(block.inputs, block.outputs, channels: block.channels, frames: block.frames)
    } else if fade.isEnabled && enabled && isPlain(block) {
      effect.run(block)
    } else {
      processInChunks(block, enabled)
    }
  }

  /// Whether the effect may work in the host's buffers: all input is finite, and writing one channel does not change
  /// what is still to be read of the other.
  @inline(__always)
  private func isPlain(_ block: Block<E.Port>) -> Bool {
    guard areFinite(block.inputs.0, block.frames) else { return false }
    guard block.channels == 2 else { return true }
    return areFinite(block.inputs.1, block.frames) && !overlap(block.outputs.0, block.inputs.1, block.frames)
  }

  /// The general case: fading, input that is no number, or channels that share buffers. Inputs are copied aside, a
  /// chunk at a time, and zeros stand for what is no number.
  @inline(never)
  private mutating func processInChunks(_ block: Block<E.Port>, _ enabled: Bool) {
    let scratch = header.ports.scratch
    var start = 0
    while start < block.frames {
      if fade.isBypassed && !enabled {
        let rest = block.suffix(from: start)
        return bypass(rest.inputs, rest.outputs, channels: rest.channels, frames: rest.frames)
      }
      let count = min(Limits.chunk, block.frames - start)
      let chunk = Block<E.Port>(
        frames: count, channels: block.channels, controls: block.controls,
        inputs: (UnsafePointer(scratch), UnsafePointer(scratch + Limits.chunk)),
        outputs: (scratch + 2 * Limits.chunk, scratch + 3 * Limits.chunk))
      copyFinite(block.inputs.0 + start, to: scratch, count)
      if block.channels == 2 { copyFinite(block.inputs.1 + start, to: scratch + Limits.chunk, count) }
      effect.run(chunk)
      mix(chunk, into: block, at: start, enabled)
      start += count
    }
  }

  /// Crossfades a chunk's input and output into the host's buffers.
  @inline(__always)
  private mutating func mix(_ chunk: Block<E.Port>, into block: Block<E.Port>, at start: Int, _ enabled: Bool) {
    for frame in 0..<chunk.frames {
      let weight = fade.next(towardsEnabled: enabled)
      let (dry, wet) = (chunk.inputs.0[frame], chunk.outputs.0[frame])
      block.outputs.0[start + frame] = crossfade(dry, wet, weight)
      guard block.channels == 2 else { continue }
      let (dryRight, wetRight) = (chunk.inputs.1[frame], chunk.outputs.1[frame])
      block.outputs.1[start + frame] = crossfade(dryRight, wetRight, weight)
    }
    if fade.isBypassed { effect.reset() }
  }

  /// Exact at both ends.
  @inline(__always)
  private func crossfade(_ dry: Float, _ wet: Float, _ weight: Float) -> Float {
    weight == 0 ? dry : weight == 1 ? wet : dry + weight * (wet - dry)
  }

  /// Writes zeros to what is connected, where the host has not connected every audio port.
  private mutating func silence(_ frames: Int) {
    clear(header.ports.outputs.0, frames)
    clear(header.ports.outputs.1, frames)
  }
}
