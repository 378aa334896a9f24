import Model
import TestHost

enum RTConnectPort: PluginCheck {
  enum Message: MessageKind { case heapFunction, blockingFunction, systemCall }

  static let id: CheckID = "rt.connect-port"
  static let text = CheckText(
    asserts: "connect_port() does not use the heap, wait for a lock or make a system call.",
    rule:
      "connect_port() is in the audio class of functions: hosts call it from the audio thread between calls of run()",
    source: "lv2/core/lv2.h: connect_port()",
    method:
      "Connects every port twice between two calls of run(), while heap functions, locks and system calls are watched.",
    remedy: "Store the pointer in connect_port(), and do nothing else there.",
    level: CheckLevel(5, "Hosts connect ports on the audio thread."),
    severities: [.error, .warning, .note])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let instance = try context.activeInstance()
    instance.play(.silence, frames: 1)
    WatchedEvent.reset()
    instance.watch = [.heap, .locks, .syscalls]
    instance.connectAll()
    instance.connectAll()
    instance.watch = []
    return .findings(
      findings(
        of: WatchedEvent.recorded { !$0.isInvalidFree }, in: "connect_port()", context, message: message,
        severity: context.realTimeSeverity, expected: "expected connect_port() to store the pointer only"))
  }

  private static func message(_ event: WatchedEvent) -> Message {
    switch event.kind {
    case .syscall: .systemCall
    case .malloc, .calloc, .realloc, .alignedAllocation, .free: .heapFunction
    default: .blockingFunction
    }
  }
}
