import CProbe
import Glibc
import LV2Host

/// Memory for one port between inaccessible pages, with canaries in what is left of the accessible ones.
package final class GuardedBuffer {
  private let buffer: OpaquePointer
  package let size: Int

  /// - Parameters:
  ///   - size: in bytes.
  ///   - port: comes back in the record of a crash that this buffer's guards cause.
  /// - Throws: `HostError.memory`.
  package init(size: Int, placement: probe_placement, access: probe_access, port: Int) throws(HostError) {
    guard let buffer = probe_buffer_create(size, placement, access, Int32(port)) else {
      throw .memory(errno: errno)
    }
    self.buffer = buffer
    self.size = size
  }

  deinit {
    probe_buffer_destroy(buffer)
  }

  /// What the plug-in is given.
  package var data: UnsafeMutableRawPointer { probe_buffer_data(buffer) }

  /// The same bytes, always writable.
  package var host: UnsafeMutableRawPointer { probe_buffer_host(buffer) }

  /// Forbids again what was granted while the detectors listened to guarded buffers.
  package func protect() {
    probe_buffer_protect(buffer)
  }

  /// Takes all access away from the plug-in.
  package func close() {
    probe_buffer_set_access(buffer, .none)
  }

  /// Fills the canaries anew.
  package func resetCanary() {
    probe_buffer_reset_canary(buffer)
  }

  /// The distance from the first byte of the data to the changed canary nearest to them; nil where none is changed.
  package var brokenCanary: Int? {
    var offset = 0
    return probe_buffer_canary_overwritten(buffer, &offset) ? offset : nil
  }
}
