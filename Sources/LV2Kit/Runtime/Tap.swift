import Synchronization

/// Samples of a running instance for its windows: a ring that the audio thread fills only while a window is open.
///
/// The memory belongs to the instance and to its windows together, and the last of them frees it. The host can therefore
/// destroy them in any order. Only the thread of the user interfaces opens windows and destroys instances.
///
/// SAFETY: the audio thread writes samples before it publishes their number. A reader that falls behind by more than
/// `capacity` frames reads mixed samples, but never other memory.
package struct Tap {
  /// The start of the memory. The samples follow it.
  private struct Head: ~Copyable {
    /// The instance and its open windows.
    let owners = Atomic<Int>(1)
    /// The number of frames since the memory was created.
    let written = Atomic<Int>(0)
  }

  /// A function that adds a window as an owner of the tap of an instance, and returns its memory, or NULL.
  package typealias Open = @convention(c) (_ handle: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?

  /// The argument of extension_data() that returns an `Open`. It changes with the layout of the memory.
  package static var uri: StaticString { "urn:martlet:lv2kit#tap-1" }

  /// Frames in the ring, a power of two.
  package static var capacity: Int { 16_384 }

  private let head: UnsafeMutablePointer<Head>

  package init(memory: UnsafeMutableRawPointer) { head = memory.assumingMemoryBound(to: Head.self) }

  /// Creates the memory, with the instance as its owner.
  static func make() -> UnsafeMutableRawPointer {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<Head>.stride + 2 * capacity * MemoryLayout<Float>.stride, alignment: 16)
    memory.initializeMemory(as: Head.self, to: Head())
    Tap(memory: memory).samples.initialize(repeating: 0, count: 2 * capacity)
    return memory
  }

  func addOwner() { head.pointee.owners.add(1, ordering: .relaxed) }

  package func removeOwner() {
    if head.pointee.owners.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
      UnsafeMutableRawPointer(head).deallocate()
    }
  }

  private var samples: UnsafeMutablePointer<Float> {
    @inline(__always) get { UnsafeMutableRawPointer(head + 1).assumingMemoryBound(to: Float.self) }
  }

  // MARK: Reading

  /// The number of frames that the instance has written.
  package var written: Int { head.pointee.written.load(ordering: .acquiring) }

  /// A sample of the inputs, or of the outputs: the mean of the first two channels.
  package func sample(_ frame: Int, ofOutput: Bool) -> Float {
    samples[(ofOutput ? Self.capacity : 0) + frame & (Self.capacity - 1)]
  }

  // MARK: Writing on the audio thread

  var hasWindow: Bool {
    @inline(__always) get { head.pointee.owners.load(ordering: .relaxed) > 1 }
  }

  /// Stores the inputs of a cycle, before the effect can overwrite them.
  @inline(never)
  func writeInputs(_ audio: AudioBuffers, _ layout: Layout, _ frames: Int) {
    write(audio.input(0), audio.input(layout.inputs &- 1), to: samples, frames)
  }

  /// Stores the outputs of a cycle and publishes its frames.
  @inline(never)
  func writeOutputs(_ audio: AudioBuffers, _ layout: Layout, _ frames: Int) {
    write(audio.output(0), audio.output(layout.outputs &- 1), to: samples + Self.capacity, frames)
    // Only this thread changes the number. A sum in one operation would be slower.
    let start = head.pointee.written.load(ordering: .relaxed)
    head.pointee.written.store(start &+ frames, ordering: .releasing)
  }

  @inline(never)
  private func write(
    _ first: UnsafePointer<Float>, _ second: UnsafePointer<Float>, to ring: UnsafeMutablePointer<Float>, _ frames: Int
  ) {
    let start = head.pointee.written.load(ordering: .relaxed)
    for frame in 0..<frames {
      ring[(start &+ frame) & (Self.capacity &- 1)] = 0.5 * (first[frame] + second[frame])
    }
  }
}
