import CProbe
import TestHost
import ValidationModel

/// What the detectors saw in run() after the first block, over the usual exercise.
struct SteadyRun {
  private let events: [WatchedEvent]

  init(_ context: PluginContext, watching watch: probe_watch, for check: CheckID) throws {
    let instance = try InstanceUnderTest(context, .longBlocks(context))
    instance.activate()
    probe_event_reset()
    instance.watch = watch
    try instance.exercise(context, for: check) { if instance.blockIndex == 1 { probe_event_reset() } }
    instance.watch = []
    events = WatchedEvent.recorded { !$0.isInvalidFree }
  }

  /// A finding for each place; a mere wake of a futex is at most a warning.
  func outcome(of check: any Check.Type, _ context: PluginContext) -> CheckOutcome {
    let severity = context.realTimeSeverity
    return .findings(
      check.findings(
        of: events, in: "run()", context, severity: { $0.isFutexWake ? min(severity, .warning) : severity },
        message: \.clause))
  }
}
