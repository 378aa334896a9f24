import CProbe
import Glibc
import Testing

/// Crashes of a child process and their records.
@Suite struct CrashTests {
  /// The tested parts of a crash record.
  struct Recorded {
    var crash: probe_crash
    var places: [String]
    var call: String
    var block: UInt64
    var control: String
    var value: Float
  }

  /// Makes the child crash in `function(data, index)`. `data` points to 64 floats in a buffer with tag 7.
  private func crash(
    _ function: String, mode: String = "crash", placement: String = "end", access: String = "read-write", index: Int = 0
  ) throws -> Recorded {
    try withRecord { record, descriptor in
      let outcome = try ProbeChild.run(mode, function, placement, access, "\(index)", record: descriptor)
      #expect(outcome.status == PROBE_CRASH_STATUS)
      let crash = try #require(probe_record_crash(record))
      let symbols = probe_symbols_open()
      defer { probe_symbols_close(symbols) }
      let places = (0..<probe_record_crash_depth(record)).map { index in
        let frame = probe_record_crash_frame(record, index)!
        var symbol = probe_symbol()
        _ = probe_symbols_find(symbols, probe_frame_module(frame), frame.pointee.offset, &symbol)
        return String(cString: probe_symbol_function(&symbol))
      }
      return Recorded(
        crash: crash.pointee, places: places, call: String(cString: probe_record_call(record)),
        block: probe_record_block(record), control: String(cString: probe_record_control(record)),
        value: probe_record_control_value(record))
    }
  }

  @Test(
    "the record of a fatal signal contains the function and the plug-in call",
    arguments: [
      ("crash_divide", SIGFPE), ("crash_illegal", SIGILL), ("crash_trap", SIGTRAP), ("crash_abort", SIGABRT),
      ("crash_null_call", SIGSEGV), ("crash_overflow", SIGSEGV),
    ])
  func signals(function: String, signal: Int32) throws {
    let recorded = try crash(function)
    #expect(recorded.crash.signal == signal)
    #expect(recorded.crash.in_call && !recorded.crash.in_buffer)
    #expect(recorded.places.contains(function))
    #expect((recorded.call, recorded.block) == ("run", 17))
    #expect((recorded.control, recorded.value) == ("cutoff", 20_000))
  }

  @Test(
    "a fatal signal during a count of operations with subnormal numbers is recorded",
    .enabled(if: probe_subnormal_available()),
    arguments: [("crash_divide", SIGFPE), ("crash_trap", SIGTRAP), ("crash_null_call", SIGSEGV)])
  func counted(function: String, signal: Int32) throws {
    let recorded = try crash(function, mode: "counted-crash")
    #expect(recorded.crash.signal == signal)
    #expect(recorded.places.contains(function))
  }

  @Test("if several threads crash at once, one crash is recorded completely")
  func threads() throws {
    for _ in 0..<10 {
      let recorded = try crash("crash_threads")
      #expect(recorded.places.contains("crash_divide") || recorded.places.contains("crash_abort"))
    }
  }

  @Test(
    "the record of a fault in a guard contains the port, the offset and the kind of access",
    arguments: [
      ("crash_read", "end", 64, probe_fault.read), ("crash_write", "end", 64, .write),
      ("crash_read", "end", 9000, .read), ("crash_read", "start", -1, .read),
      ("crash_write", "start", -3, .write),
    ])
  func guards(function: String, placement: String, index: Int, fault: probe_fault) throws {
    let recorded = try crash(function, placement: placement, index: index)
    #expect(recorded.crash.signal == SIGSEGV)
    #expect(recorded.crash.in_buffer && recorded.crash.tag == 7 && recorded.crash.size == 256)
    #expect(recorded.crash.offset == Int64(index * 4))
    #expect(recorded.crash.fault == fault)
    #expect(recorded.places.first == function)
  }

  @Test("the record of a write to a read-only buffer contains the offset")
  func readOnly() throws {
    let recorded = try crash("crash_write", access: "read-only", index: 5)
    #expect(recorded.crash.in_buffer && recorded.crash.offset == 20)
    #expect(recorded.crash.fault == .write)
  }

  @Test("reads of a read-only buffer and writes inside a buffer are not faults")
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

  @Test("a process with the descriptor cannot truncate the record")
  func sealed() throws {
    try withRecord { record, descriptor in
      #expect(ftruncate(descriptor, 0) == -1 && errno == EPERM)
      #expect(probe_record_progress_count(record) == 0)
    }
  }

  @Test("the record is between guard pages")
  func apart() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    try withRecord { record, descriptor in
      let pages = sysconf(Int32(_SC_PAGESIZE))
      var status = stat()
      try #require(fstat(descriptor, &status) == 0)
      let size = (status.st_size + pages - 1) / pages * pages
      // write() fails with EFAULT if the memory is not readable.
      let memory = UnsafeRawPointer(record)
      #expect(write(ends[1], memory, 1) == 1 && write(ends[1], memory + size - 1, 1) == 1)
      #expect(write(ends[1], memory - 1, 1) == -1 && errno == EFAULT)
      #expect(write(ends[1], memory + size, 1) == -1 && errno == EFAULT)
    }
  }

  @Test("an overwritten record is not used")
  func overwritten() throws {
    try withRecord { record, descriptor in
      _ = try ProbeChild.run("crash", "crash_divide", "end", "read-write", "0", record: descriptor)
      let crash = UnsafeMutablePointer(mutating: try #require(probe_record_crash(record)))
      // The depth follows the frames in memory.
      let end = try #require(probe_record_crash_frame(record, Int(PROBE_MAXIMUM_FRAMES)))
      let depth = UnsafeMutableRawPointer(mutating: end).assumingMemoryBound(to: Int32.self)
      #expect(depth.pointee > 0 && probe_record_crash_depth(record) == Int(depth.pointee))
      depth.pointee += 1
      #expect(probe_record_crash(record) != nil && probe_record_crash_depth(record) == 0)
      depth.pointee = .max
      #expect(probe_record_crash_depth(record) == 0)
      crash.pointee.signal ^= 1
      #expect(probe_record_crash(record) == nil)
    }
  }

  @Test("with the buffers detector, each forbidden access is recorded and permitted")
  func granted() throws {
    let outcome = try ProbeChild.run("forbidden", "crash_write", "5", "64", "64")
    #expect(outcome.status == 0)
    #expect(
      outcome.lines == [
        "buffer write -7 20 crash_write", "buffer write -7 256 crash_write", "buffer write -7 256 crash_write",
      ])
    #expect(try ProbeChild.run("forbidden", "crash_read", "0", "70").lines == ["buffer read -7 280 crash_read"])
  }

  @Test("the first frame of a forbidden access is the instruction itself")
  func instruction() throws {
    let outcome = try ProbeChild.run("forbidden", "crash_write_at_once", "5")
    #expect(outcome.lines == ["buffer write -7 20 crash_write_at_once"])
  }

  @Test(
    "probe_record_survives() returns after a fatal signal",
    arguments: ["crash_illegal", "crash_abort", "crash_null_call"])
  func survival(function: String) throws {
    #expect(try ProbeChild.run("survive", function).lines == ["false true"])
  }

  #if arch(x86_64)
    @Test("a misaligned vector store is not an out-of-bounds access")
    func misaligned() throws {
      let recorded = try crash("crash_misaligned", index: 1)
      #expect(recorded.crash.signal == SIGSEGV)
      #expect(!recorded.crash.in_buffer && recorded.crash.fault == .unknown)
    }
  #endif
}
