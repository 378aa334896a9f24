import Model
import TestHost

enum RTConnectPort: PluginCheck {
  enum Message: MessageKind {
    case heapFunction, blockingFunction, systemCall

    var text: MessageText {
      switch self {
      case .heapFunction:
        MessageText(
          .error, .note, rule: .noHeapInRealTime,
          remedy:
            "Only store the pointer in connect_port(), and move {the heap function} to instantiate() or activate().")
      case .blockingFunction:
        MessageText(
          .error, .note, rule: .noBlockingInRealTime,
          remedy:
            "Only store the pointer in connect_port(), without {the blocking function}: hosts do not call it while the "
            + "instance is in run().")
      case .systemCall:
        MessageText(
          .error, .warning, .note, rule: .noBlockingInRealTime,
          remedy: "Only store the pointer in connect_port(), and make {the system call} in instantiate() or activate()."
        )
      }
    }
  }

  static let id: CheckID = "rt.connect-port"
  static let text = CheckText(
    asserts: "connect_port() does not use the heap, wait for a lock or make a system call.",
    method:
      "Connects every port twice between two calls of run(), while heap functions, locks and system calls are watched.",
    level: CheckLevel(5, "Hosts connect ports on the audio thread."))

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
        severity: context.realTimeSeverity, reason: context.reason(forSeverityOf:),
        expected: "expected connect_port() to store the pointer only", naming: { [$0.event.callOrSystemCall] }))
  }

  private static func message(_ event: WatchedEvent) -> Message {
    switch event.kind {
    case .syscall: .systemCall
    case .malloc, .calloc, .realloc, .alignedAllocation, .free: .heapFunction
    default: .blockingFunction
    }
  }
}
