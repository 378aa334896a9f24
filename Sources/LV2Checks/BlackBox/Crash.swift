import CProbe

/// A fatal signal, as the handler of the child that it hit wrote it down.
public struct Crash: Sendable {
  public enum Access: Sendable { case read, write, execute, unknown }

  /// A place in a guarded buffer.
  public struct Hit: Sendable {
    public var port: Int
    /// In bytes from the first of the data.
    public var offset: Int
    /// Of the data, in bytes.
    public var size: Int
  }

  /// A place in a block of the heap, or right behind it.
  public struct HeapHit: Sendable {
    /// In bytes from the first of the block.
    public var offset: Int
    /// Of the block, in bytes.
    public var size: Int
    /// Whether the block had been freed.
    public var isFreed: Bool
  }

  /// The signal's number.
  public var signal: Int32
  public var access: Access
  public var address: UInt64
  /// Whether it came while the plug-in was called.
  public var isInCall: Bool
  /// Whether it came in a thread that the plug-in, or a library of its, had started.
  public var isInOwnThread: Bool
  /// The guarded buffer that the address is of.
  public var hit: Hit?
  /// The block of the heap with a guard that the address is of.
  public var heapHit: HeapHit?
  /// Innermost first.
  public var frames: [StackFrame]

  init(_ crash: probe_crash, frames: [StackFrame]) {
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
