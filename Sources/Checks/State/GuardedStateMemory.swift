import CProbe
import LV2Host
import TestHost

/// Values between inaccessible pages, which close when restore() returns.
///
/// Reads of what is not, or no longer, a value's are recorded and granted while the detectors listen to buffers.
final class GuardedStateMemory: StateMemory {
  private var buffers: [GuardedBuffer] = []

  /// A value ends at a guard where that leaves it aligned; else up to 7 bytes of zeros lie between.
  func store(_ bytes: [UInt8]) -> UnsafeRawPointer {
    let size = bytes.count < 8 ? bytes.count : (bytes.count + 7) & ~7
    // Negative, so that no port is meant.
    guard let buffer = try? GuardedBuffer(size: size, placement: .end, access: .readOnly, port: -1 - buffers.count)
    else {
      preconditionFailure("no memory for a value of \(size) bytes")
    }
    buffer.host.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    UnsafeMutableRawBufferPointer(start: buffer.host, count: size).copyBytes(from: bytes)
    buffers.append(buffer)
    return UnsafeRawPointer(buffer.data)
  }

  func close() {
    for buffer in buffers { buffer.close() }
  }

  /// What was read beyond the values since the last reset of the events, and by whom.
  static func accesses() -> [WatchedEvent] {
    WatchedEvent.recorded { $0.kind == .bufferRead && Int64(bitPattern: $0.argument) < 0 }
  }
}
