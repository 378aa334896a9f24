import CProbe
import Model

/// What a library leaves in memory, and releases wrongly, when a host loads it, lists its plug-ins and closes it.
package struct LibraryUsage {
  /// What each load leaves at least, of heap blocks that code of the library allocated.
  package let bytes: Int
  package let blocks: Int
  /// The code that allocated the most of it; not symbolized.
  package let allocation: StackFrame
  /// Releases that do not match the allocations, all by code of the library.
  package let mismatches: [Mismatch]

  package struct Mismatch {
    package let difference: HeapMismatch
    package let allocation: StackFrame
    /// The part of the stack that is in the library.
    package let stack: [StackFrame]
  }

  /// Loads the library up to this number of times in another process.
  ///
  /// - Returns: nil if that process crashed or did not end, or if the library has no lv2_descriptor().
  package init?(loading path: String, times: Int) {
    var usage = probe_library_usage()
    guard probe_library_load(path, UInt32(times), &usage) else { return nil }
    func frame(_ offset: UInt64) -> StackFrame {
      var frame = StackFrame(address: offset, image: path)
      frame.offset = offset
      return frame
    }
    bytes = Int(usage.left.bytes)
    blocks = Int(usage.left.blocks)
    allocation = frame(usage.place)
    mismatches = withUnsafeBytes(of: usage.mismatch) { memory in
      memory.bindMemory(to: probe_library_mismatch.self).prefix(usage.mismatches).map { entry in
        Mismatch(
          difference: HeapMismatch(entry.mismatch), allocation: frame(entry.origin),
          stack: withUnsafeBytes(of: entry.frames) {
            $0.bindMemory(to: UInt64.self).prefix(Int(entry.depth)).map(frame)
          })
      }
    }
  }
}
