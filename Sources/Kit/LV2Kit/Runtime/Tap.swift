import Synchronization

/// A recording of a running instance for its windows: successive samples of its inputs and outputs.
///
/// A window requests a recording. The audio thread fills it and stops, so that the time of a cycle is the usual one until
/// the next request. A complete recording belongs to the windows, and another one to the audio thread: nobody reads
/// samples that are being written.
///
/// The memory belongs to the instance and to its windows together, and the last of them frees it. The host can therefore
/// destroy them in any order. Only the thread of the user interfaces opens windows and requests recordings.
///
/// SAFETY: the audio thread writes samples before it publishes their number. The instance remains while a window uses its
/// `Attention`.
package struct Tap {
  /// The start of the memory. The samples follow it.
  private struct Head: ~Copyable {
    /// The instance and its open windows.
    let owners = Atomic<Int>(1)
    /// The next sample to record; `capacity` if the recording is complete.
    let position = Atomic<Int>(Tap.capacity)
    /// The word of the instance that the audio thread tests; NULL after the end of the instance, and while it is in use.
    let attention: Atomic<UnsafeMutablePointer<Attention>?>
    /// The frames of the recording, which are the last ones.
    var frames = 0
    /// The number of recordings.
    var count = 0
  }

  /// A function that adds a window as an owner of the tap of an instance, and returns its memory, or NULL.
  package typealias Open = @convention(c) (_ handle: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?

  /// The argument of extension_data() that returns an `Open`. It changes with the layout of the memory.
  package static var uri: StaticString { "urn:martlet:lv2kit#tap-2" }

  /// The largest number of frames in a recording.
  package static var capacity: Int { 8192 }

  /// Bytes before the samples. A vector of aligned samples is in one line of the cache.
  private static var cacheLine: Int { 64 }

  private let head: UnsafeMutablePointer<Head>

  package init(memory: UnsafeMutableRawPointer) { head = memory.assumingMemoryBound(to: Head.self) }

  /// Creates the memory, with the instance as its owner.
  @_optimize(size)
  static func make(_ attention: UnsafeMutablePointer<Attention>) -> UnsafeMutableRawPointer {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: cacheLine + 2 * capacity * MemoryLayout<Float>.stride, alignment: cacheLine)
    memory.initializeMemory(as: Head.self, to: Head(attention: Atomic(attention)))
    Tap(memory: memory).samples.initialize(repeating: 0, count: 2 * capacity)
    return memory
  }

  func addOwner() { head.pointee.owners.add(1, ordering: .relaxed) }

  package func removeOwner() {
    if head.pointee.owners.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
      UnsafeMutableRawPointer(head).deallocate()
    }
  }

  /// Ends the use of the instance, and removes it as an owner.
  @_optimize(size)
  func removeInstance() {
    while head.pointee.attention.exchange(nil, ordering: .acquiring) == nil {}
    removeOwner()
  }

  private var samples: UnsafeMutablePointer<Float> {
    @inline(__always) get { (UnsafeMutableRawPointer(head) + Self.cacheLine).assumingMemoryBound(to: Float.self) }
  }

  // MARK: Windows

  /// Starts a recording, if the last one is complete and the instance exists.
  ///
  /// - Parameter frames: 1 to `capacity`.
  package func request(_ frames: Int) {
    guard isComplete, let attention = head.pointee.attention.exchange(nil, ordering: .acquiring) else { return }
    head.pointee.frames = frames
    head.pointee.count += 1
    head.pointee.position.store(Self.capacity - frames, ordering: .releasing)
    attention.pointee.requestRecording()
    head.pointee.attention.store(attention, ordering: .releasing)
  }

  package var isComplete: Bool { position == Self.capacity }
  /// A number that increases while samples are recorded.
  package var position: Int { head.pointee.position.load(ordering: .acquiring) }
  /// The number of recordings since the first window was opened, with the present one.
  package var count: Int { head.pointee.count }
  /// The frames of the recording; 0 before the first one.
  package var frames: Int { head.pointee.frames }

  /// A sample of the inputs, or of the outputs: the mean of the first and the last channel.
  ///
  /// - Parameter frame: 0 to `frames` - 1. The recording is complete.
  package func sample(_ frame: Int, ofOutput: Bool) -> Float {
    0.5 * samples[(ofOutput ? 2 : 1) * Self.capacity - frames + frame]
  }

  // MARK: The audio thread

  /// Records the inputs of a cycle, before the effect can overwrite them.
  ///
  /// - Returns: the number of recorded frames, at most `frames`.
  @inline(__always)
  func writeInputs(_ audio: AudioBuffers, _ layout: Layout, _ frames: Int) -> Int {
    let start = position
    let (count, last) = (min(frames, Self.capacity &- start), layout.inputs &- 1)
    if last >= 0 { add(audio.input(0), audio.input(last), to: samples + start, count) }
    return count
  }

  /// Records the outputs of a cycle and publishes its frames. A window can request the next recording after the last one.
  ///
  /// - Parameter count: the result of `writeInputs`, above 0.
  @inline(__always)
  func writeOutputs(_ audio: AudioBuffers, _ layout: Layout, _ count: Int, _ attention: borrowing Attention) {
    let start = head.pointee.position.load(ordering: .relaxed)
    let last = layout.outputs &- 1
    if last >= 0 { add(audio.output(0), audio.output(last), to: samples + (Self.capacity &+ start), count) }
    if start &+ count == Self.capacity { attention.endRecording() }
    head.pointee.position.store(start &+ count, ordering: .releasing)
  }
}

extension Header {
  /// Records the inputs of a cycle. If a main port has no buffer, nothing is recorded.
  ///
  /// - Returns: the number of recorded frames, at most `frames`.
  @inline(never)
  func recordInputs(_ audio: AudioBuffers, _ frames: Int) -> Int {
    guard let tap, ports.unconnectedCount == 0 else { return 0 }
    return tap.writeInputs(audio, ports.map.layout, frames)
  }

  /// Records the outputs of a cycle.
  ///
  /// - Parameter count: the result of `recordInputs`.
  @inline(never)
  func recordOutputs(_ audio: AudioBuffers, _ count: Int) {
    guard let tap, count > 0 else { return }
    tap.writeOutputs(audio, ports.map.layout, count, attention)
  }
}

/// Stores the sums of two channels.
@inline(__always)
private func add(
  _ first: UnsafePointer<Float>, _ second: UnsafePointer<Float>, to sums: UnsafeMutablePointer<Float>, _ count: Int
) {
  var index = 0
  while index &+ 16 <= count {
    let (a, b) = (UnsafeRawPointer(first + index), UnsafeRawPointer(second + index))
    let sum = a.loadUnaligned(as: SIMD16<Float>.self) + b.loadUnaligned(as: SIMD16<Float>.self)
    UnsafeMutableRawPointer(sums + index).storeBytes(of: sum, as: SIMD16<Float>.self)
    index &+= 16
  }
  if index < count { addSingly(first, second, to: sums, index..<count) }
}

@inline(never) @_optimize(size)
private func addSingly(
  _ first: UnsafePointer<Float>, _ second: UnsafePointer<Float>, to sums: UnsafeMutablePointer<Float>,
  _ frames: Range<Int>
) {
  for index in frames { sums[index] = first[index] + second[index] }
}
