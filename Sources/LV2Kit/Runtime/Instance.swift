/// One instance of one plug-in: the effect, its ports, its bypass.
///
/// The host's handle is the address of an `Instance`. Every entry of the C interface ends in one method here.
public struct Instance<E: Effect & ~Copyable>: ~Copyable {
  private var header: Header
  private var fade: Fade
  /// No frame has been run since `activate`: lv2:enabled and the controls are taken as they stand, without a fade.
  private var isFresh = true
  /// Frames until controls that have changed are looked at again; 0 where they may be at any time.
  private var wait = 0
  private let interval: Int
  /// Behind the rest, which every cycle reads.
  private var effect: E

  private init?(_ entry: UnsafePointer<Entry>, rate: Double) {
    let channels = entry.pointee.layout.channels
    guard let effect = E(rate: rate, channels: channels) else { return nil }
    header = Header(entry: entry, ports: Ports(E.Port.self, channels: channels))
    self.effect = effect
    fade = Fade(rate: rate)
    interval = Limits.controlInterval(rate: rate)
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
    place.pointee.wait = 0
  }

  /// What an effect's own `Entry.Run` calls.
  @inline(__always)
  public static func run(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
    guard let instance = handle?.assumingMemoryBound(to: Instance<E>.self) else { return }
    let frames = Int(frames)
    if instance.pointee.isAsleep {
      instance.pointee.sleep(0..<frames)
    } else if instance.pointee.isSteady {
      instance.pointee.play(frames)
    } else {
      instance.pointee.work(frames)
    }
  }

  /// Whether the effect is on and stays so, and its controls stand still.
  private var isSteady: Bool {
    @inline(__always) get {
      fade.isEnabled && header.ports.isEnabled(E.Port.self) && !isFresh && !header.ports.haveChanged(E.Port.self)
    }
  }

  /// A cycle in which nothing is due but the effect's own work: `work`, in the usual case.
  @inline(__always)
  private mutating func play(_ frames: Int) {
    process(0..<frames, true)
    wait = max(wait &- frames, 0)
    if E.Port.hasOutputs { effect.report(to: controls) }
  }

  /// Whether the effect is bypassed and stays so, and nothing is heard of it.
  private var isAsleep: Bool {
    @inline(__always) get { fade.isBypassed && !header.ports.isEnabled(E.Port.self) && !isFresh }
  }

  /// A cycle of the audio thread in which the effect works.
  ///
  /// It ends in stretches, at every frame where something else is due than the effect's own work: so nothing depends on
  /// where a host cuts time into blocks, and a block without frames changes nothing that is heard.
  @inline(never)
  private mutating func work(_ frames: Int) {
    guard frames > 0 || E.Port.hasOutputs else { return }
    let enabled = header.ports.isEnabled(E.Port.self)
    var start = 0
    repeat {
      if isFresh || fade.isBypassed {
        // What moved while nothing was heard of the effect is taken as it stands.
        if isFresh || enabled { head(enabled) }
        if !enabled {
          if start < frames { isFresh = false }
          return sleep(start..<frames)
        }
      }
      let end = start + min(frames - start, look(enabled))
      process(start..<end, enabled)
      wait = max(wait - (end - start), 0)
      start = end
    } while start < frames
    if E.Port.hasOutputs { effect.report(to: controls) }
  }

  /// Looks at the controls, where it is time to.
  ///
  /// - Returns: how many frames there are at most until it is time again, or until the effect has faded out.
  @inline(__always)
  private mutating func look(_ enabled: Bool) -> Int {
    let fall = fade.isFalling(enabled: enabled) ? fade.telling : Int.max
    guard header.ports.haveChanged(E.Port.self) else { return fall }
    // Where no frame has passed since the last look, it was one for a block without frames.
    guard wait == 0 || wait == interval else { return min(wait, fall) }
    head(enabled)
    return fall
  }

  /// A cycle, or what is left of it, in which the input passes; what the effect shows still follows the controls.
  @inline(__always)
  private mutating func sleep(_ range: Range<Int>) {
    if E.Port.hasOutputs {
      glance(range.count)
      effect.report(to: controls)
    }
    guard let (inputs, outputs) = buffers(from: range.lowerBound) else { return silence(range.upperBound) }
    bypass(inputs, outputs, channels: header.ports.channels, frames: range.count)
  }

  /// Looks at the controls, where it is time to within `frames` frames of a bypass.
  @inline(__always)
  private mutating func glance(_ frames: Int) {
    let late = frames - wait
    if late >= 0 {
      if header.ports.haveChanged(E.Port.self) { head(false) }
      let period = Limits.idleIntervals * interval
      wait = frames + (period - late % period) % period
    }
    wait -= frames
  }

  private typealias Buffers = (
    inputs: (UnsafePointer<Float>, UnsafePointer<Float>),
    outputs: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)
  )

  /// The audio buffers from a frame on; nil where the host has not connected every one of them.
  @inline(__always)
  private func buffers(from start: Int) -> Buffers? {
    guard let input0 = header.ports.inputs.0, let output0 = header.ports.outputs.0 else { return nil }
    guard header.ports.channels == 2 else {
      return ((input0 + start, input0 + start), (output0 + start, output0 + start))
    }
    guard let input1 = header.ports.inputs.1, let output1 = header.ports.outputs.1 else { return nil }
    return ((input0 + start, input1 + start), (output0 + start, output1 + start))
  }

  @inline(never)
  private mutating func process(_ range: Range<Int>, _ enabled: Bool) {
    guard !range.isEmpty else { return }
    guard let (inputs, outputs) = buffers(from: range.lowerBound) else { return silence(range.upperBound) }
    let block = Block(
      frames: range.count, channels: header.ports.channels, controls: controls, inputs: inputs, outputs: outputs)
    if fade.isEnabled && enabled && isPlain(block) {
      effect.run(block)
    } else {
      processInChunks(inputs, outputs, range.count, enabled)
    }
    isFresh = false
  }

  private var controls: Controls<E.Port> {
    @inline(__always) get { Controls(ports: header.ports.controls) }
  }

  @inline(never)
  private mutating func head(_ enabled: Bool) {
    header.ports.noticeChanges(E.Port.self)
    if isFresh { fade.jump(toEnabled: enabled) }
    effect.head(for: controls, atOnce: isFresh || fade.isBypassed)
    wait = interval
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
  private mutating func processInChunks(
    _ inputs: (UnsafePointer<Float>, UnsafePointer<Float>),
    _ outputs: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>), _ frames: Int, _ enabled: Bool
  ) {
    let channels = header.ports.channels
    if fade.isBypassed { fade.wake() }
    var start = 0
    while start < frames {
      let count = min(Limits.chunk, frames - start)
      let (dry, heard, wet) = (aside(0), aside(1), aside(2))
      copyFinite(inputs.0 + start, to: dry.0, count)
      if channels == 2 { copyFinite(inputs.1 + start, to: dry.1, count) }
      for frame in 0..<count {
        let weight = fade.nextHeard()
        heard.0[frame] = weight * dry.0[frame]
        if channels == 2 { heard.1[frame] = weight * dry.1[frame] }
      }
      effect.run(
        Block(
          frames: count, channels: channels, controls: controls,
          inputs: (UnsafePointer(heard.0), UnsafePointer(heard.1)), outputs: wet))
      for frame in 0..<count {
        let weight = fade.nextTold(enabled: enabled)
        outputs.0[start + frame] = crossfade(dry.0[frame], heard.0[frame], wet.0[frame], weight)
        guard channels == 2 else { continue }
        outputs.1[start + frame] = crossfade(dry.1[frame], heard.1[frame], wet.1[frame], weight)
      }
      start += count
    }
    if fade.isBypassed { effect.reset() }
  }

  /// A chunk of both channels beside the host's buffers: one of those that `Ports.scratch` holds.
  @inline(__always)
  private func aside(_ index: Int) -> (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) {
    let place = header.ports.scratch + index * Limits.channels * Limits.chunk
    return (place, place + Limits.chunk)
  }

  /// Exact at both ends.
  @inline(__always)
  private func crossfade(_ dry: Float, _ heard: Float, _ wet: Float, _ weight: Float) -> Float {
    weight == 0 ? dry : weight == 1 && heard == dry ? wet : dry + weight * (wet - heard)
  }

  /// Writes zeros to what is connected, where the host has not connected every audio port.
  private mutating func silence(_ frames: Int) {
    clear(header.ports.outputs.0, frames)
    clear(header.ports.outputs.1, frames)
  }
}
