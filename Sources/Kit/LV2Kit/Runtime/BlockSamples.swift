/// The samples of an input in one block.
///
/// Debug builds check each frame, and name the line that reads outside of the block. The bundle contains no checks.
///
/// SAFETY: the samples are valid until `run` returns.
public struct InputSamples {
  /// The first of `count` samples, for code that needs a pointer. Nothing checks its use.
  public let start: UnsafePointer<Float>
  /// The number of frames in the block.
  public let count: Int

  /// The sample at a frame of the block: 0 to `count` - 1.
  @inline(__always)
  public subscript(frame: Int, file: StaticString = #file, line: UInt = #line) -> Float {
    check(frame, of: count, "frame", file, line)
    return start[frame]
  }
}

/// The buffer of an output in one block.
///
/// Debug builds check each frame, and name the line that reads or writes outside of the block. The bundle contains no
/// checks.
///
/// SAFETY: the samples are valid until `run` returns.
public struct OutputSamples {
  /// The first of `count` samples, for code that needs a pointer. Nothing checks its use.
  public let start: UnsafeMutablePointer<Float>
  /// The number of frames in the block.
  public let count: Int

  /// The sample at a frame of the block: 0 to `count` - 1.
  @inline(__always)
  public subscript(frame: Int, file: StaticString = #file, line: UInt = #line) -> Float {
    get {
      check(frame, of: count, "frame", file, line)
      return start[frame]
    }
    nonmutating set {
      check(frame, of: count, "frame", file, line)
      start[frame] = newValue
    }
  }
}

/// Ends the program in a debug build if an index is not below `count`: "input 3 of 1" in the line of the effect.
@inline(__always)
func check(_ index: Int, of count: Int, _ title: StaticString, _ file: StaticString, _ line: UInt) {
  #if DEBUG && !hasFeature(Embedded)
    guard index >= 0 && index < count else { fatalError("\(title) \(index) of \(count)", file: file, line: line) }
  #endif
}
