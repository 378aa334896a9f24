import CLV2

/// The port connections of an instance.
///
/// A control that the host has not connected refers to a default value in the instance, so that run() needs no test.
///
/// SAFETY: owns all memory that it refers to, except the host's buffers and `audio`, which is in the memory of the
/// instance. The host guarantees that its buffers are valid.
@frozen public struct Ports: ~Copyable {
  /// The location of each control port, never NULL.
  @usableFromInline let controls: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  /// The locations of unconnected control ports.
  @usableFromInline let fallbacks: UnsafeMutablePointer<Float>
  /// The bit patterns of the control inputs at the last update.
  @usableFromInline let recorded: UnsafeMutablePointer<UInt32>
  /// The scratch buffers, and pointers to them in the order of `AudioBuffers`.
  @usableFromInline let scratch: UnsafeMutablePointer<Float>
  /// The host's buffers, followed by the scratch buffers of the effect.
  @usableFromInline let audio: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  @usableFromInline let map: PortMap
  /// How to test whether the effect can use the host's buffers.
  private(set) var bufferTest = BufferTest.general
  /// The number of main inputs and outputs without a buffer.
  private(set) var unconnectedCount: Int
  private(set) var eventInput: UnsafePointer<LV2_Atom_Sequence>?
  private(set) var eventOutput: UnsafeMutablePointer<LV2_Atom_Sequence>?

  /// The number of pointers in `audio`.
  @inline(__always) static var pointerCount: Int { 2 * AudioBuffers.pointerCount }

  /// Without the initial values of the declared ports.
  ///
  /// - Parameter audio: `pointerCount` null pointers.
  @inline(never) @_optimize(size)
  init(_ map: PortMap, audio: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>) {
    self.map = map
    self.audio = audio
    unconnectedCount = map.layout.inputs + map.layout.outputs
    let count = map.controlCount
    fallbacks = .allocate(capacity: count)
    controls = .allocate(capacity: count)
    recorded = .allocate(capacity: count)
    recorded.initialize(repeating: 0, count: count)
    fallbacks.initialize(repeating: 0, count: count)
    fallbacks[map.declaredCount] = 1
    var index = 0
    while index < count {
      (controls + index).initialize(to: fallbacks + index)
      index &+= 1
    }
    scratch = .allocate(capacity: Self.scratchCount(map) * Limits.chunkFrames)
    connectScratch()
  }

  /// Sets the values of unconnected ports to the initial values in their declarations.
  func setInitialValues<Port: ControlSet>(_: Port.Type) {
    var index = 0
    while let port = Port(rawValue: index) {
      fallbacks[index] = port.declaration.initial
      index += 1
    }
  }

  @inlinable deinit {
    controls.deallocate()
    fallbacks.deallocate()
    recorded.deallocate()
    scratch.deallocate()
  }

  /// Whether lv2:enabled is on; true if the port is not connected.
  @inline(__always)
  func isEnabled<Port: ControlSet>(_: Port.Type) -> Bool { controls[Port.count].pointee > 0 }

  /// Whether a declared control input differs from its recorded value.
  @inline(__always)
  var haveChanged: Bool {
    var index = 0
    // Eight at a time, so that the loads do not wait for branches.
    while index &+ 8 <= map.inputPortCount {
      if changes(index) | changes(index &+ 2) | changes(index &+ 4) | changes(index &+ 6) != 0 { return true }
      index &+= 8
    }
    while index < map.inputPortCount {
      if controls[index].pointee.bitPattern != recorded[index] { return true }
      index &+= 1
    }
    return false
  }

  /// The bits in which two control inputs differ from their recorded values.
  @inline(__always)
  private func changes(_ index: Int) -> UInt32 {
    (controls[index].pointee.bitPattern ^ recorded[index])
      | (controls[index &+ 1].pointee.bitPattern ^ recorded[index &+ 1])
  }

  /// Records the present values of the control inputs.
  func recordValues() {
    for index in 0..<map.inputPortCount { recorded[index] = controls[index].pointee.bitPattern }
  }

  /// Connects a port, as LV2's connect_port() specifies; an index without a port has no effect.
  mutating func connect(_ index: Int, to location: UnsafeMutableRawPointer?) {
    let samples = location?.assumingMemoryBound(to: Float.self)
    switch map.slot(index) {
    case .control(let index): controls[index] = samples ?? fallbacks + index
    case .audioInput(let input): connect(audio + input, samples, isRequired: input < map.layout.inputs)
    case .audioOutput(let output):
      connect(audio + Limits.channelCount + output, samples, isRequired: output < map.layout.outputs)
    case .eventInput: eventInput = UnsafePointer(location?.assumingMemoryBound(to: LV2_Atom_Sequence.self))
    case .eventOutput: eventOutput = location?.assumingMemoryBound(to: LV2_Atom_Sequence.self)
    case .none: break
    }
  }

  private mutating func connect(
    _ place: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>, _ samples: UnsafeMutablePointer<Float>?,
    isRequired: Bool
  ) {
    if isRequired { unconnectedCount += (place.pointee == nil ? 0 : 1) - (samples == nil ? 0 : 1) }
    place.pointee = samples
    bufferTest = unconnectedCount > 0 || !map.isPlain ? .general : map.layout.inputs == 1 ? .mono : .stereo
  }
}

/// The cases of the test whether the effect can use the host's buffers. One load finds the code for the frequent ones.
@usableFromInline enum BufferTest {
  /// All buffers of a mono layout, or of a stereo layout, are connected; there are no other inputs.
  case mono, stereo
  case general
}
