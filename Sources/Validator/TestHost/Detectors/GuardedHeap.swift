import CProbe
import Model

/// Heap blocks that end at an inaccessible page, so that an access past their end, or after they were freed, crashes at
/// the instruction.
package enum GuardedHeap {
  /// A block whose bytes between its end and the guard page were overwritten.
  package struct Block {
    /// The size that the plug-in requested, in bytes.
    package let size: Int
    /// The stack of the allocation.
    package let backtrace: [StackFrame]
  }

  /// Starts guarding the blocks that the plug-in allocates.
  ///
  /// - Returns: false if the address space that this needs is not available.
  package static func begin() -> Bool { probe_heap_guard_begin() }

  package static func end() { probe_heap_guard_end() }

  /// A block that was overwritten between its end, which is not a multiple of the alignment, and the guard page.
  package static var overwrittenBlock: Block? {
    var block = probe_heap_block()
    guard probe_heap_guard_overwritten(&block) else { return nil }
    return Block(size: Int(block.bytes), backtrace: StackFrame.stack(block.addresses).symbolized())
  }

  /// Runs `body` with guarded blocks; without them if the address space is not available.
  package static func run<Result>(_ body: () throws -> Result) rethrows -> (Result, overwritten: Block?) {
    guard begin() else { return (try body(), nil) }
    defer { end() }
    let result = try body()
    return (result, overwrittenBlock)
  }
}
