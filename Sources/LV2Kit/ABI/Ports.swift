/// The port connections of an instance.
///
/// The port indices are those of the Turtle: the declared controls, lv2:enabled, the audio inputs, the audio outputs. A
/// control that the host has not connected refers to a default value in the instance, so that run() needs no test.
///
/// SAFETY: owns all memory that it refers to, except the host's buffers. The host guarantees that those are valid.
@frozen public struct Ports: ~Copyable {
  /// The location of each control port, never NULL.
  @usableFromInline let controls: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  /// The scratch buffers: for each, `Limits.channelCount` channels of `Limits.chunkFrames` samples.
  @usableFromInline let scratch: UnsafeMutablePointer<Float>
  /// The locations of unconnected control ports.
  @usableFromInline let fallbacks: UnsafeMutablePointer<Float>
  /// The bit patterns of the control inputs at the last update.
  @usableFromInline let recorded: UnsafeMutablePointer<UInt32>
  private let controlCount: Int
  let channels: Int
  private(set) var inputs: (UnsafePointer<Float>?, UnsafePointer<Float>?) = (nil, nil)
  private(set) var outputs: (UnsafeMutablePointer<Float>?, UnsafeMutablePointer<Float>?) = (nil, nil)

  /// The number of scratch buffers: the dry input, the scaled input and the wet output.
  private static var scratchCount: Int { 3 }

  /// - Parameter channels: 1 or 2.
  init<Port: ControlSet>(_: Port.Type, channels: Int) {
    controlCount = Port.count + 1
    self.channels = channels
    fallbacks = .allocate(capacity: controlCount)
    controls = .allocate(capacity: controlCount)
    scratch = .allocate(capacity: Self.scratchCount * Limits.channelCount * Limits.chunkFrames)
    recorded = .allocate(capacity: controlCount)
    for index in 0..<controlCount { (recorded + index).initialize(to: 0) }
    for index in 0..<Port.count {
      (fallbacks + index).initialize(to: Port(rawValue: index)?.declaration.initial ?? 0)
    }
    (fallbacks + Port.count).initialize(to: 1)
    for index in 0..<controlCount { (controls + index).initialize(to: fallbacks + index) }
  }

  @inlinable deinit {
    controls.deallocate()
    fallbacks.deallocate()
    scratch.deallocate()
    recorded.deallocate()
  }

  /// Whether lv2:enabled is on; true if the port is not connected.
  @inline(__always)
  func isEnabled<Port: ControlSet>(_: Port.Type) -> Bool { controls[Port.count].pointee > 0 }

  /// Whether a declared control input differs from its recorded value.
  @inline(__always)
  func haveChanged<Port: ControlSet>(_: Port.Type) -> Bool {
    var index = 0
    while index < Port.inputCount {
      if controls[index].pointee.bitPattern != recorded[index] { return true }
      index &+= 1
    }
    return false
  }

  /// Records the present values of the control inputs.
  @inline(__always)
  func recordValues<Port: ControlSet>(_: Port.Type) {
    for index in 0..<Port.inputCount { recorded[index] = controls[index].pointee.bitPattern }
  }

  /// Connects a port, as LV2's connect_port() specifies; an index without a port has no effect.
  mutating func connect(_ index: Int, to location: UnsafeMutableRawPointer?) {
    let samples = location?.assumingMemoryBound(to: Float.self)
    switch index - controlCount {
    case ..<0: controls[index] = samples ?? fallbacks + index
    case 0..<channels: set(input: index - controlCount, to: samples)
    case channels..<2 * channels: set(output: index - controlCount - channels, to: samples)
    default: break
    }
  }

  private mutating func set(input channel: Int, to samples: UnsafeMutablePointer<Float>?) {
    if channel == 0 { inputs.0 = UnsafePointer(samples) } else { inputs.1 = UnsafePointer(samples) }
  }

  private mutating func set(output channel: Int, to samples: UnsafeMutablePointer<Float>?) {
    if channel == 0 { outputs.0 = samples } else { outputs.1 = samples }
  }
}
