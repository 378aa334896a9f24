import CProbe
import Glibc
import Testing

/// Heap blocks that end at inaccessible pages.
@Suite struct FenceTests {
  @Test(
    "an access past the end of a block, or after its free, is a crash that tells the block",
    arguments: [
      ("fence_write", 128, 128, false, probe_fault.write), ("fence_read", 280, 256, false, .read),
      ("fence_freed", 12, 128, true, .read), ("fence_moved", 0, 128, true, .read),
      ("fence_late", 2048, 2048, false, .write),
    ])
  func crash(function: String, offset: Int, size: Int, freed: Bool, fault: probe_fault) throws {
    try withRecord { record, descriptor in
      #expect(try ProbeChild.run("fence", function, record: descriptor).status == PROBE_CRASH_STATUS)
      let crash = try #require(probe_record_crash(record)).pointee
      #expect(crash.signal == SIGSEGV && crash.fault == fault)
      #expect(crash.in_heap && !crash.in_buffer)
      #expect((crash.offset, crash.size, crash.freed) == (Int64(offset), UInt64(size), freed))
    }
  }

  @Test(
    "a write between the end and the guard is seen later, with the place of the allocation",
    arguments: ["fence_slack", "fence_slack_freed"])
  func slack(function: String) throws {
    #expect(try ProbeChild.run("fence", function).lines == ["broken 100 fence_slack"])
  }

  @Test("what is in order goes on as with any heap", arguments: ["fence_valid", "valid_frees", "leak_by_thread"])
  func valid(function: String) throws {
    #expect(try ProbeChild.run("fence", function).lines == ["intact"])
  }
}
