import CProbe
import Glibc
import Testing

/// Guarded buffers, as far as a test can access them without a crash.
@Suite struct BufferTests {
  @Test("the mappings of host and plug-in contain the same bytes", arguments: [probe_placement.end, .start])
  func mappings(placement: probe_placement) throws {
    let buffer = try #require(probe_buffer_create(100, placement, .readOnly, 1))
    defer { probe_buffer_destroy(buffer) }
    let host = try #require(probe_buffer_host(buffer))
    let data = try #require(probe_buffer_data(buffer))
    host.storeBytes(of: 42, toByteOffset: 99, as: UInt8.self)
    #expect(data.load(fromByteOffset: 99, as: UInt8.self) == 42)
    #expect(data.load(fromByteOffset: 0, as: UInt8.self) == 0)
    #expect(probe_buffer_size(buffer) == 100)
  }

  @Test(
    "the canary reports the changed byte nearest to the data",
    arguments: [(true, -8), (true, -1), (false, 100), (false, 777)])
  func canaries(atEnd: Bool, offset: Int) throws {
    let placement: probe_placement = atEnd ? .end : .start
    let buffer = try #require(probe_buffer_create(100, placement, .readWrite, 1))
    defer { probe_buffer_destroy(buffer) }
    var seen = 0
    let data = try #require(probe_buffer_data(buffer))
    memset(data, 0x55, 100)
    #expect(!probe_buffer_canary_overwritten(buffer, &seen))
    data.storeBytes(of: 0, toByteOffset: offset, as: UInt8.self)
    data.storeBytes(of: 0, toByteOffset: offset < 0 ? offset - 20 : offset + 20, as: UInt8.self)
    #expect(probe_buffer_canary_overwritten(buffer, &seen))
    #expect(seen == offset)
    probe_buffer_reset_canary(buffer)
    #expect(!probe_buffer_canary_overwritten(buffer, &seen))
  }

  @Test("an address is attributed to its buffer, guards included", arguments: [probe_placement.end, .start])
  func locate(placement: probe_placement) throws {
    let first = try #require(probe_buffer_create(4096, placement, .readWrite, 3))
    let second = try #require(probe_buffer_create(0, placement, .readWrite, 4))
    defer { probe_buffer_destroy(second) }
    let data = try #require(probe_buffer_data(first))
    for offset in [-65_536, -1, 0, 4095, 4096, 65_536] {
      let hit = probe_buffer_locate(data + offset)
      #expect(hit.found && hit.tag == 3 && hit.offset == Int64(offset) && hit.size == 4096)
    }
    #expect(probe_buffer_locate(probe_buffer_data(second)).tag == 4)
    var local = 0
    withUnsafePointer(to: &local) { #expect(!probe_buffer_locate($0).found) }
    probe_buffer_destroy(first)
    #expect(!probe_buffer_locate(data).found)
  }
}
