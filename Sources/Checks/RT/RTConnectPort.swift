import CProbe
import TestHost
import ValidationModel

enum RTConnectPort: PluginCheck {
  static let id: CheckID = "rt.connect-port"
  static let text = CheckText(
    asserts: "connect_port() neither touches the heap, nor waits for a lock, nor makes a system call.",
    rule: "connect_port() is called from the audio thread, between two runs, and is as real-time capable as run()",
    source: "lv2/core/lv2.h: connect_port()",
    method: "Connects every port again, twice, between two runs, with heap, locks and system calls watched.",
    remedy: "Store the pointer in connect_port() and do nothing else.",
    severities: [.error, .warning, .note])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    instance.activate()
    instance.play(.silence, frames: 1)
    probe_event_reset()
    instance.watch = [.heap, .locks, .syscalls]
    instance.connectAll()
    instance.connectAll()
    instance.watch = []
    let severity = context.realTimeSeverity
    return .findings(
      findings(
        of: WatchedEvent.recorded { !$0.isInvalidFree }, in: "connect_port()", context,
        severity: { $0.isFutexWake ? min(severity, .warning) : severity }, message: \.clause))
  }
}
