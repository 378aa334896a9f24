import Model
import TestHost

enum RTSyscall: PluginCheck {
  enum Message: MessageKind { case systemCall, futexWake }

  static let id: CheckID = "rt.syscall"
  static let text = CheckText(
    asserts: "run() makes no system call.",
    rule:
      "A plug-in with lv2:hardRTCapable is suitable for hard real-time use: run() does nothing of unbounded duration",
    source: "lv2core: lv2:hardRTCapable",
    method: "Traps every system call of the audio thread during run() with Linux's Syscall User Dispatch, including "
      + "inline ones. Plays the same as rt.allocation. System calls made by an allocation or a lock belong to those "
      + "checks.",
    details: "Before each block, the threads of the plug-in run until they wait. Reading a clock through the vDSO does "
      + "not enter the kernel and does not count; reading a clock of processor time does.",
    remedy: "Move file access, printing, sleeping and signals to another thread, for example with worker:schedule.",
    level: CheckLevel(5, "A system call on the audio thread causes dropouts."),
    severities: [.error, .warning, .note])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard WatchedEvent.trapsSystemCalls else { return .obstructed("this kernel or processor cannot trap system calls") }
    return try steadyRun(context, watching: .syscalls, expected: "expected no system call on the audio thread") {
      $0.isFutexWake ? .futexWake : .systemCall
    }
  }
}
