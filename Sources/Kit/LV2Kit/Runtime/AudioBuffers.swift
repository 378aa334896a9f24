/// The audio and CV buffers of an instance from one frame on: the host's, or scratch buffers of ``Limits/chunkFrames``
/// frames.
///
/// The main inputs are followed by the sidechains and the CV inputs, the main outputs by the CV outputs.
///
/// SAFETY: `pointers` refers to ``Self/pointerCount`` pointers, which are valid until run() returns. Only connected ports
/// have one.
struct AudioBuffers {
  /// Inputs before outputs.
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  /// The first frame.
  let start: Int

  /// The number of pointers: of all possible inputs and outputs.
  @inline(__always) static var pointerCount: Int { 2 * Limits.channelCount }

  @inline(__always)
  init(_ pointers: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>, from start: Int = 0) {
    self.pointers = pointers
    self.start = start
  }

  @inline(__always)
  func input(_ index: Int) -> UnsafePointer<Float> {
    UnsafePointer(pointers[index].unsafelyUnwrapped + start)
  }

  @inline(__always)
  func output(_ index: Int) -> UnsafeMutablePointer<Float> {
    pointers[Limits.channelCount &+ index].unsafelyUnwrapped + start
  }

  @inline(__always)
  func advanced(by frames: Int) -> AudioBuffers { AudioBuffers(pointers, from: start &+ frames) }
}
