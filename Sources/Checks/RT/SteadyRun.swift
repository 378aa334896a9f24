import TestHost
import ValidationModel

extension PluginCheck {
  /// One finding for each place where the detectors record something in run() after the first block, during the exercise
  /// that all rt.* checks share.
  static func steadyRun(
    _ context: PluginContext, watching watch: WatchedEvent.Watch, message: (WatchedEvent) -> Message, expected: String
  ) throws -> CheckOutcome {
    let instance = try context.activeInstance(.longBlocks(context))
    WatchedEvent.reset()
    instance.watch = watch
    try instance.exercise(context, for: id) { if instance.blockIndex == 1 { WatchedEvent.reset() } }
    instance.watch = []
    return .findings(
      findings(
        of: WatchedEvent.recorded { !$0.isInvalidFree }, in: "run()", context, message: message,
        severity: context.realTimeSeverity, expected: expected))
  }
}
