import CProbe
import Glibc
import Testing

/// Deaths of a child, as its record tells them.
@Suite struct CrashTests {
  /// What the tests look at of a crash.
  struct Seen {
    var crash: probe_crash
    var places: [String]
    var call: String
    var block: UInt64
    var control: String
    var value: Float
  }

  /// Lets the child crash in `function(data, index)`, where `data` are 64 floats in a buffer tagged 7.
  private func crash(
    _ function: String, placement: String = "end", access: String = "read-write", index: Int = 0
  ) throws -> Seen {
    try withRecord { record, descriptor in
      let outcome = try ProbeChild.run("crash", function, placement, access, "\(index)", record: descriptor)
      #expect(outcome.status == PROBE_CRASH_STATUS)
      let crash = try #require(probe_record_crash(record))
      let symbols = probe_symbols_open()
      defer { probe_symbols_close(symbols) }
      let places = (0..<probe_record_crash_depth(record)).map { index in
        let frame = probe_crash_frame(crash, index)!
        var symbol = probe_symbol()
        _ = probe_symbols_find(symbols, probe_frame_module(frame), frame.pointee.offset, &symbol)
        return String(cString: probe_symbol_function(&symbol))
      }
      return Seen(
        crash: crash.pointee, places: places, call: String(cString: probe_record_call(record)),
        block: probe_record_block(record), control: String(cString: probe_record_control(record)),
        value: probe_record_control_value(record))
    }
  }

  @Test(
    "each fatal signal leaves a record that names the function and the call",
    arguments: [
      ("crash_divide", SIGFPE), ("crash_illegal", SIGILL), ("crash_trap", SIGTRAP), ("crash_abort", SIGABRT),
      ("crash_null_call", SIGSEGV), ("crash_overflow", SIGSEGV),
    ])
  func signals(function: String, signal: Int32) throws {
    let seen = try crash(function)
    #expect(seen.crash.signal == signal)
    #expect(seen.crash.in_call && !seen.crash.in_buffer)
    #expect(seen.places.contains(function))
    #expect((seen.call, seen.block) == ("run", 17))
    #expect((seen.control, seen.value) == ("cutoff", 20_000))
  }

  @Test("of threads that crash at once one is told whole")
  func threads() throws {
    for _ in 0..<10 {
      let seen = try crash("crash_threads")
      #expect(seen.places.contains("crash_divide") || seen.places.contains("crash_abort"))
    }
  }

  @Test(
    "a fault at a guard tells the port, the distance and the kind of access",
    arguments: [
      ("crash_read", "end", 64, probe_fault.read), ("crash_write", "end", 64, .write),
      ("crash_read", "end", 9000, .read), ("crash_read", "start", -1, .read),
      ("crash_write", "start", -3, .write),
    ])
  func guards(function: String, placement: String, index: Int, fault: probe_fault) throws {
    let seen = try crash(function, placement: placement, index: index)
    #expect(seen.crash.signal == SIGSEGV)
    #expect(seen.crash.in_buffer && seen.crash.tag == 7 && seen.crash.size == 256)
    #expect(seen.crash.offset == Int64(index * 4))
    #expect(seen.crash.fault == fault)
    #expect(seen.places.first == function)
  }

  @Test("a write to what may only be read is told with its place in the buffer")
  func readOnly() throws {
    let seen = try crash("crash_write", access: "read-only", index: 5)
    #expect(seen.crash.in_buffer && seen.crash.offset == 20)
    #expect(seen.crash.fault == .write)
  }

  @Test("a read of what may only be read, and accesses inside a buffer, are no faults")
  func allowed() throws {
    for (function, access, index) in [("crash_read", "read-only", "63"), ("crash_write", "read-write", "0")] {
      try withRecord { record, descriptor in
        let outcome = try ProbeChild.run("crash", function, "end", access, index, record: descriptor)
        #expect(outcome.status == 0)
        #expect(probe_record_crash(record) == nil)
        #expect(!probe_record_in_call(record))
        #expect(probe_record_progress_count(record) > 0)
      }
    }
  }

  @Test("nobody who has the descriptor can take the record from under the parent")
  func sealed() throws {
    try withRecord { record, descriptor in
      #expect(ftruncate(descriptor, 0) == -1 && errno == EPERM)
      #expect(probe_record_progress_count(record) == 0)
    }
  }

  @Test("whoever runs past other memory is stopped before the record")
  func apart() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    try withRecord { record, descriptor in
      let pages = sysconf(Int32(_SC_PAGESIZE))
      var status = stat()
      try #require(fstat(descriptor, &status) == 0)
      let size = (status.st_size + pages - 1) / pages * pages
      // The kernel reads from where it may be read.
      let memory = UnsafeRawPointer(record)
      #expect(write(ends[1], memory, 1) == 1 && write(ends[1], memory + size - 1, 1) == 1)
      #expect(write(ends[1], memory - 1, 1) == -1 && errno == EFAULT)
      #expect(write(ends[1], memory + size, 1) == -1 && errno == EFAULT)
    }
  }

  @Test("what was written over the record of a crash is not taken for one")
  func overwritten() throws {
    try withRecord { record, descriptor in
      _ = try ProbeChild.run("crash", "crash_divide", "end", "read-write", "0", record: descriptor)
      let crash = UnsafeMutablePointer(mutating: try #require(probe_record_crash(record)))
      #expect(probe_record_crash_depth(record) > 0)
      crash.pointee.depth += 1
      #expect(probe_record_crash(record) != nil && probe_record_crash_depth(record) == 0)
      crash.pointee.depth = .max
      #expect(probe_record_crash_depth(record) == 0)
      crash.pointee.signal ^= 1
      #expect(probe_record_crash(record) == nil)
    }
  }

  @Test("under watch, forbidden accesses are recorded each time, allowed, and allowed ones not recorded")
  func granted() throws {
    let outcome = try ProbeChild.run("trespass", "crash_write", "5", "64", "64")
    #expect(outcome.status == 0)
    #expect(
      outcome.lines == [
        "buffer write -7 20 crash_write", "buffer write -7 256 crash_write", "buffer write -7 256 crash_write",
      ])
    #expect(try ProbeChild.run("trespass", "crash_read", "0", "70").lines == ["buffer read -7 280 crash_read"])
  }

  @Test("a call that may die is outlived", arguments: ["crash_illegal", "crash_abort", "crash_null_call"])
  func survival(function: String) throws {
    #expect(try ProbeChild.run("survive", function).lines == ["false true"])
  }

  #if arch(x86_64)
    @Test("a misaligned vector store is not mistaken for an access outside the buffer")
    func misaligned() throws {
      let seen = try crash("crash_misaligned", index: 1)
      #expect(seen.crash.signal == SIGSEGV)
      #expect(!seen.crash.in_buffer && seen.crash.fault == .unknown)
    }
  #endif
}
