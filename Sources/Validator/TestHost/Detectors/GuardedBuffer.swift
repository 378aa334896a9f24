import CProbe
import Glibc
import LV2Host

/// Memory for one port between guard pages, with canaries in the unused part of the accessible pages.
package final class GuardedBuffer {
  /// The end of the buffer that is at a guard page.
  package typealias Placement = probe_placement
  /// What the plug-in is permitted to do with the data.
  package typealias Access = probe_access

  private let buffer: OpaquePointer
  package let size: Int

  /// Maps `size` bytes. The record of a crash in a guard page of this buffer contains the index `port`.
  ///
  /// - Throws: `HostError.memory`.
  package init(size: Int, placement: Placement, access: Access, port: Int) throws(HostError) {
    guard let buffer = probe_buffer_create(size, placement, access, Int32(port)) else { throw .memory(errno: errno) }
    self.buffer = buffer
    self.size = size
  }

  /// Creates the buffers of all audio, CV and control ports for blocks of `frames`.
  static func all(
    of plugin: PluginDescription, frames: Int, placement: Placement, readOnlyInputs: Bool
  ) throws(HostError) -> [(port: PortDescription, buffer: GuardedBuffer)] {
    try plugin.ports.filter { $0.hasSamples || $0.kind == .control }.map { port throws(HostError) in
      let size = (port.hasSamples ? frames : 1) * MemoryLayout<Float>.stride
      let access: Access = port.isInput && readOnlyInputs ? .readOnly : .readWrite
      return (port, try GuardedBuffer(size: size, placement: placement, access: access, port: port.index))
    }
  }

  deinit { probe_buffer_destroy(buffer) }

  /// The address that the plug-in receives.
  package var data: UnsafeMutableRawPointer { probe_buffer_data(buffer) }

  /// The same bytes at an address where they are always writable.
  package var host: UnsafeMutableRawPointer { probe_buffer_host(buffer) }

  /// Restores the protection of pages that the detectors made accessible after an out-of-bounds access.
  package func protect() { probe_buffer_protect(buffer) }

  /// Makes the data inaccessible to the plug-in.
  package func close() { probe_buffer_set_access(buffer, .none) }

  package func resetCanary() { probe_buffer_reset_canary(buffer) }

  /// The offset of the overwritten canary byte nearest to the data, from the first byte of the data; nil if all are
  /// intact.
  package var brokenCanary: Int? {
    var offset = 0
    return probe_buffer_canary_overwritten(buffer, &offset) ? offset : nil
  }
}
