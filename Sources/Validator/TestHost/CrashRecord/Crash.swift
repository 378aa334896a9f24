import CProbe
import Glibc
import Model

/// A fatal signal, as the signal handler of the child process recorded it.
package struct Crash: Sendable {
  package enum Access: Sendable { case read, write, execute, unknown }

  /// An address in or near a guarded buffer.
  package struct Hit: Sendable {
    package var port: Int
    /// In bytes from the start of the data.
    package var offset: Int
    /// The size of the data, in bytes.
    package var size: Int
  }

  /// An address in a heap block or beside it.
  package struct HeapHit: Sendable {
    /// In bytes from the start of the block.
    package var offset: Int
    /// The size of the block, in bytes.
    package var size: Int
    package var isFreed: Bool
    /// Whether the block was freed before the newest instance was created: the access may be one beside another block.
    package var isFreedEarlier: Bool

    /// Whether the access belongs to the block. Other addresses near it are not related to it.
    package var isOfBlock: Bool { isFreed ? (0..<size).contains(offset) : !(0..<size).contains(offset) }
  }

  package var signal: Int32
  package var access: Access
  package var address: UInt64
  /// Whether the signal occurred during a call of the plug-in.
  package var isInCall: Bool
  /// Whether the signal occurred in a thread that the plug-in or one of its libraries started.
  package var isInOwnThread: Bool
  /// The address relative to a guarded buffer; nil if it does not belong to one.
  package var hit: Hit?
  /// The address relative to a guarded heap block; nil if it does not belong to one.
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
    // The record can contain any bits. Clamping to the width of an address prevents overflow in later arithmetic.
    let offset = Int(min(max(crash.offset, -(1 << 48)), 1 << 48))
    let size = Int(min(crash.size, 1 << 48))
    hit = crash.in_buffer ? Hit(port: Int(crash.tag), offset: offset, size: size) : nil
    heapHit =
      crash.in_heap
      ? HeapHit(offset: offset, size: size, isFreed: crash.freed, isFreedEarlier: crash.freed_earlier) : nil
    self.frames = frames
  }

  /// Whether the crash can be the end of a loop that left its memory, such as a heap block: the first address behind
  /// mapped memory is the start of a page. A vector can be accessed at any address in its first bytes.
  package var isAtStartOfPage: Bool {
    let page: UInt64 = 4096
    let vector: UInt64 = 64
    return signal == SIGSEGV && hit == nil && address >= 16 * page && address % page < vector
  }
}
