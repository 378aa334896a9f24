/// Where the host connected each port of an instance.
///
/// Indices are those of the Turtle: the declared controls, lv2:enabled, the audio inputs, the audio outputs. A control
/// that the host leaves unconnected reads its default from storage of the instance's own, so `run` needs no test for it.
///
/// SAFETY: owns what it points to but for the host's buffers, which the host vouches for.
@frozen public struct Ports: ~Copyable {
  /// One pointer a control port, never NULL.
  @usableFromInline let controls: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  /// Where sound is kept aside: `buffers` buffers of `Limits.channels` channels, `Limits.chunk` samples each.
  @usableFromInline let scratch: UnsafeMutablePointer<Float>
  /// What unconnected controls read, and where unconnected control outputs are written.
  @usableFromInline let fallbacks: UnsafeMutablePointer<Float>
  /// The bits that the control inputs had when they were last looked at.
  @usableFromInline let seen: UnsafeMutablePointer<UInt32>
  private let controlCount: Int
  let channels: Int
  private(set) var inputs: (UnsafePointer<Float>?, UnsafePointer<Float>?) = (nil, nil)
  private(set) var outputs: (UnsafeMutablePointer<Float>?, UnsafeMutablePointer<Float>?) = (nil, nil)

  /// How many buffers there are aside: what came in, what the effect hears of it, and what it makes of that.
  private static var buffers: Int { 3 }

  /// - Parameter channels: 1 or 2.
  init<Port: ControlSet>(_: Port.Type, channels: Int) {
    controlCount = Port.count + 1
    self.channels = channels
    fallbacks = .allocate(capacity: controlCount)
    controls = .allocate(capacity: controlCount)
    scratch = .allocate(capacity: Self.buffers * Limits.channels * Limits.chunk)
    seen = .allocate(capacity: controlCount)
    for index in 0..<controlCount { (seen + index).initialize(to: 0) }
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
    seen.deallocate()
  }

  /// Whether lv2:enabled is on, which an unconnected port is.
  @inline(__always)
  func isEnabled<Port: ControlSet>(_: Port.Type) -> Bool { controls[Port.count].pointee > 0 }

  /// Whether a declared control input has another value than when changes were last noticed.
  @inline(__always)
  func haveChanged<Port: ControlSet>(_: Port.Type) -> Bool {
    var index = 0
    while index < Port.inputs {
      if controls[index].pointee.bitPattern != seen[index] { return true }
      index &+= 1
    }
    return false
  }

  /// Takes note of the values that the control inputs have now.
  @inline(__always)
  func noticeChanges<Port: ControlSet>(_: Port.Type) {
    for index in 0..<Port.inputs { seen[index] = controls[index].pointee.bitPattern }
  }

  /// Takes what LV2's connect_port says; an index that does not exist is passed over.
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
