import CProbe
import Testing

/// Trapping of the system calls of a dlopened library.
@Suite(.enabled(if: probe_syscall_available(), "this kernel or processor has no Syscall User Dispatch"))
struct SyscallTests {
  @Test(
    "a system call is recorded with its number, whether libc, the vDSO or the plug-in executes the instruction",
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

  @Test("system calls are recorded while all signals are blocked")
  func blocked() throws {
    let outcome = try ProbeChild.run("watch", "block_signals", "syscall_library")
    #expect(outcome.status == 0)
    #expect(outcome.lines.count == 2)
  }

  @Test("the record of an inline system call contains its function")
  func place() throws {
    #expect(try ProbeChild.run("watch", "syscall_inline").lines.first?.hasSuffix("syscall_inline") == true)
  }

  @Test("a trapped system call has its effect", arguments: ["syscall_mask", "syscall_thread"])
  func works(function: String) throws {
    #expect(try ProbeChild.run("value", function).lines == ["1"])
  }

  @Test("a trapped system call returns its result")
  func result() throws {
    #expect(try ProbeChild.run("value", "syscall_answer").lines == ["own process"])
  }

  @Test("only wake operations of a futex are wakes")
  func wakes() {
    let futex: UInt64 = 202
    #expect(probe_syscall_is_futex_wake(futex, 1) && probe_syscall_is_futex_wake(futex, 129))
    #expect(!probe_syscall_is_futex_wake(futex, 0) && !probe_syscall_is_futex_wake(1, 1))
  }
}
