import Model
import TestHost

enum RTSyscall: PluginCheck {
  enum Message: MessageKind {
    case systemCall, futexWake

    var text: MessageText {
      switch self {
      case .systemCall:
        MessageText(
          .error, .note, rule: .noBlockingInRealTime,
          remedy: "Do not make the system call {of this name} in {run()}: {let work() or another thread make it}.")
      case .futexWake:
        MessageText(
          .warning, .note, rule: .noBlockingInRealTime,
          remedy:
            "Let the other thread wait with a time limit and read a lock-free ring or an atomic variable, so that "
            + "{run()} need not wake it.")
      }
    }
  }

  static let id: CheckID = "rt.syscall"
  static let provocation = Provocation(incidental: (.controls, .always))
  static let text = CheckText(
    asserts: "run() makes no system call.",
    method: "Traps every system call of the audio thread during run() with Linux's Syscall User Dispatch, including "
      + "inline ones. Plays the same as rt.allocation. System calls made by an allocation or a lock belong to those "
      + "checks.",
    details: "Before each block, the threads of the plug-in run until they wait. Reading a clock through the vDSO does "
      + "not enter the kernel and does not count; reading a clock of processor time does.",
    level: CheckLevel(5, "A system call on the audio thread causes dropouts."))

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard WatchedEvent.trapsSystemCalls else { return .obstructed("this kernel or processor cannot trap system calls") }
    return try steadyRun(context, watching: .syscalls, expected: "expected no system call on the audio thread") {
      $0.isFutexWake ? .futexWake : .systemCall
    } naming: { group in
      let name = group.event.name
      return group.event.isFutexWake ? [group.call] : [name, group.call, SystemCallGroup(name).advice]
    }
  }
}
