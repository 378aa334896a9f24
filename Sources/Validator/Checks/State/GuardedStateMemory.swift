import LV2Host
import TestHost

/// State values between inaccessible pages, which become inaccessible themselves when restore() returns.
///
/// While buffers are watched, invalid reads are recorded and then permitted.
final class GuardedStateMemory: StateMemory {
  private var buffers: [GuardedBuffer] = []

  /// A value ends at a guard page if that keeps it aligned; otherwise up to 7 zero bytes separate them.
  func store(_ bytes: [UInt8]) -> UnsafeRawPointer {
    let size = bytes.count < 8 ? bytes.count : (bytes.count + 7) & ~7
    // A negative number does not refer to a port.
    guard let buffer = try? GuardedBuffer(size: size, placement: .end, access: .readOnly, port: -1 - buffers.count)
    else { preconditionFailure("no memory for a value of \(size) bytes") }
    buffer.host.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    UnsafeMutableRawBufferPointer(start: buffer.host, count: size).copyBytes(from: bytes)
    buffers.append(buffer)
    return UnsafeRawPointer(buffer.data)
  }

  func close() { for buffer in buffers { buffer.close() } }

  /// The reads outside the values since the last reset of the events.
  static func accesses() -> [WatchedEvent] {
    WatchedEvent.recorded { $0.kind == .bufferRead && Int64(bitPattern: $0.argument) < 0 }
  }
}
