import TestHost
import ValidationModel

/// What the detectors record in run() after the first block, during the exercise that all rt.* checks share.
struct SteadyRun {
  private let events: [WatchedEvent]

  init(_ context: PluginContext, watching watch: WatchedEvent.Watch, for check: CheckID) throws {
    let instance = try InstanceUnderTest(context, .longBlocks(context))
    instance.activate()
    WatchedEvent.reset()
    instance.watch = watch
    try instance.exercise(context, for: check) { if instance.blockIndex == 1 { WatchedEvent.reset() } }
    instance.watch = []
    events = WatchedEvent.recorded { !$0.isInvalidFree }
  }

  /// One finding for each place. Waking a futex is at most a warning, because it does not block.
  func outcome<C: Check>(
    of check: C.Type, _ context: PluginContext, message: (WatchedEvent) -> C.Message, expected: String
  ) -> CheckOutcome {
    let severity = context.realTimeSeverity
    return .findings(
      check.findings(
        of: events, in: "run()", context, message: message,
        severity: { $0.isFutexWake ? min(severity, .warning) : severity }, expected: expected))
  }
}
