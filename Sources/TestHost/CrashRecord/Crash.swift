import CProbe
import ValidationModel

/// A fatal signal, as the handler of the child that it hit wrote it down.
package struct Crash: Sendable {
  package enum Access: Sendable { case read, write, execute, unknown }

  /// A place in a guarded buffer.
  package struct Hit: Sendable {
    package var port: Int
    /// In bytes from the first of the data.
    package var offset: Int
    /// Of the data, in bytes.
    package var size: Int
  }

  /// A place in a block of the heap, or right behind it.
  package struct HeapHit: Sendable {
    /// In bytes from the first of the block.
    package var offset: Int
    /// Of the block, in bytes.
    package var size: Int
    /// Whether the block had been freed.
    package var isFreed: Bool
  }

  /// The signal's number.
  package var signal: Int32
  package var access: Access
  package var address: UInt64
  /// Whether it came while the plug-in was called.
  package var isInCall: Bool
  /// Whether it came in a thread that the plug-in, or a library of its, had started.
  package var isInOwnThread: Bool
  /// The guarded buffer that the address is of.
  package var hit: Hit?
  /// The block of the heap with a guard that the address is of.
  package var heapHit: HeapHit?
  /// Innermost first.
  package var frames: [StackFrame]

  package init(_ crash: probe_crash, frames: [StackFrame]) {
    signal = crash.signal
    access =
      switch crash.fault.rawValue {
      case probe_fault.read.rawValue: .read
      case probe_fault.write.rawValue: .write
      case probe_fault.execute.rawValue: .execute
      default: .unknown
      }
    address = crash.address
    isInCall = crash.in_call
    isInOwnThread = crash.in_other_thread
    // Within what an address can be, so that they can be reckoned with.
    let offset = Int(min(max(crash.offset, -(1 << 48)), 1 << 48))
    let size = Int(min(crash.size, 1 << 48))
    hit = crash.in_buffer ? Hit(port: Int(crash.tag), offset: offset, size: size) : nil
    heapHit = crash.in_heap ? HeapHit(offset: offset, size: size, isFreed: crash.freed) : nil
    self.frames = frames
  }
}
