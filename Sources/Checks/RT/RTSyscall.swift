import CProbe
import TestHost
import ValidationModel

enum RTSyscall: PluginCheck {
  static let id: CheckID = "rt.syscall"
  static let text = CheckText(
    asserts: "run() makes no system call.",
    rule: "A hard real-time capable plug-in does nothing in run() whose time has no bound, system calls included",
    source: "lv2core: lv2:hardRTCapable",
    method: """
      Linux's Syscall User Dispatch traps every system call of the audio thread while run() is on, inline ones \
      included, as rt.allocation exercises it; before each block the plug-in's own threads get time until they wait. \
      Calls that allocation or a lock makes count there alone; a clock \
      that the vDSO answers without entering the kernel does not count, one of processor time does.
      """,
    remedy: "Move files, printing, sleeping and signalling to another thread, through worker:schedule for instance.",
    severities: [.error, .warning, .note])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard Capabilities.trapsSystemCalls else { return .skipped("this kernel or processor cannot trap system calls") }
    return try SteadyRun(context, watching: .syscalls, for: id).outcome(of: Self.self, context)
  }
}
