import CProbe
import Glibc
import Testing

/// Heap blocks that end at a guard page.
@Suite struct GuardedHeapTests {
  @Test(
    "an access past the end of a block or after its free is a crash, and the record describes the block",
    arguments: [
      ("guarded_write", 128, 128, false, probe_fault.write), ("guarded_read", 280, 256, false, .read),
      ("guarded_freed", 12, 128, true, .read), ("guarded_moved", 0, 128, true, .read),
      ("guarded_late", 2048, 2048, false, .write),
    ])
  func crash(function: String, offset: Int, size: Int, freed: Bool, fault: probe_fault) throws {
    try withRecord { record, descriptor in
      #expect(try ProbeChild.run("guard", function, record: descriptor).status == PROBE_CRASH_STATUS)
      let crash = try #require(probe_record_crash(record)).pointee
      #expect(crash.signal == SIGSEGV && crash.fault == fault)
      #expect(crash.in_heap && !crash.in_buffer)
      #expect((crash.offset, crash.size, crash.freed) == (Int64(offset), UInt64(size), freed))
    }
  }

  @Test(
    "a write between the end and the guard is found later, with the function of the allocation",
    arguments: ["guarded_slack", "guarded_slack_freed"])
  func slack(function: String) throws {
    #expect(try ProbeChild.run("guard", function).lines == ["overwritten 100 guarded_slack"])
  }

  @Test("valid uses of the heap succeed", arguments: ["guarded_valid", "valid_frees", "leak_by_thread"])
  func valid(function: String) throws {
    #expect(try ProbeChild.run("guard", function).lines == ["intact"])
  }
}
