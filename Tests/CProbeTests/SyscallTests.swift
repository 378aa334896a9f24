import CProbe
import Testing

/// Syscall User Dispatch around functions of a library loaded with dlopen.
@Suite(.enabled(if: probe_syscall_available(), "the kernel cannot trap system calls"))
struct SyscallTests {
  @Test(
    "a system call is recorded with its number, wherever the instruction stands",
    arguments: [
      ("syscall_library", "getppid"), ("syscall_inline", "getppid"), ("syscall_failing", "openat"),
      ("syscall_wake", "futex"), ("syscall_processor_time", "clock_gettime"),
    ])
  func recorded(function: String, name: String) throws {
    let outcome = try ProbeChild.run("watch", function)
    #expect(outcome.status == 0)
    #expect(outcome.lines.count == 1)
    let words = try #require(outcome.lines.first).split(separator: " ")
    #expect(words[0] == "syscall")
    #expect(String(cString: probe_syscall_name(UInt64(words[1])!)) == name)
  }

  @Test("a call is recorded when all signals are blocked")
  func blocked() throws {
    let outcome = try ProbeChild.run("watch", "block_signals", "syscall_library")
    #expect(outcome.status == 0)
    #expect(outcome.lines.count == 2)
  }

  @Test("the inline call is found in its function")
  func place() throws {
    #expect(try ProbeChild.run("watch", "syscall_inline").lines.first?.hasSuffix("syscall_inline") == true)
  }

  @Test("a call that is trapped still does its work", arguments: ["syscall_mask", "syscall_thread"])
  func works(function: String) throws {
    #expect(try ProbeChild.run("value", function).lines == ["1"])
  }

  @Test("a call that is trapped gives its result")
  func result() throws {
    #expect(try ProbeChild.run("value", "syscall_answer").lines == ["own process"])
  }

  @Test("only wakes of a futex are wakes")
  func wakes() {
    let futex: UInt64 = 202
    #expect(probe_syscall_is_futex_wake(futex, 1) && probe_syscall_is_futex_wake(futex, 129))
    #expect(!probe_syscall_is_futex_wake(futex, 0) && !probe_syscall_is_futex_wake(1, 1))
  }
}
