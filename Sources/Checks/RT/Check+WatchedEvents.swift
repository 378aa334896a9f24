import TestHost
import ValidationModel

/// The number of places that are reported separately; the others are counted in one more finding.
private let reportedPlaces = 6

extension Check {
  /// One finding for each place where the detectors recorded something, with its count, block and backtrace.
  ///
  /// - Parameters:
  ///   - call: the watched function of the plug-in, such as `run()`.
  ///   - expected: what was expected instead, without a full stop: "expected no heap function in run()".
  ///   - action: the predicate of the sentence about an event.
  ///   - change: the change of a control on which an event depends; nil if it depends on none.
  @FindingsBuilder
  static func findings(
    of events: [WatchedEvent], in call: String, _ context: PluginContext, message: (WatchedEvent) -> Message,
    severity: (WatchedEvent) -> Severity = { _ in .error }, expected: String,
    action: (WatchedEvent) -> String = \.action, change: (WatchedEvent) -> ControlChange? = { _ in nil }
  ) -> [Finding] {
    let others = events.dropFirst(reportedPlaces)
    for event in events.prefix(reportedPlaces) {
      let place = event.follower ?? call
      let times = event.count > 1 ? " (\(event.count) times)" : ""
      let circumstances = [event.firstSize, change(event)?.text].compactMap(\.self).joined(separator: " ")
      let first = circumstances.isEmpty ? "" : ", first \(circumstances)"
      finding(
        message(event), severity(event), about: event.name, "\(place) \(action(event))\(times)\(first); \(expected).",
        count: event.count, call: place, block: call == "run()" ? event.block : nil, seed: context.seed,
        backtrace: event.backtrace)
    }
    if let worst = others.max(by: { severity($0) < severity($1) }) {
      finding(
        message(worst), severity(worst), "\(call) did the same at \(others.count) other places; \(expected).",
        count: others.reduce(0) { $0 + $1.count }, call: call, seed: context.seed)
    }
  }
}

extension PluginContext {
  /// An error only if the plug-in declares lv2:hardRTCapable. Waking a futex is at most a warning: it does not block.
  func realTimeSeverity(of event: WatchedEvent) -> Severity {
    let severity: Severity = plugin.hardRTCapable ? .error : .note
    return event.isFutexWake ? min(severity, .warning) : severity
  }
}

extension PluginCheck {
  /// One finding for each place where the detectors record something in run() after the first block, during the exercise
  /// that all rt.* checks play, and during a long time of sound.
  static func steadyRun(
    _ context: PluginContext, watching watch: WatchedEvent.Watch, expected: String, message: (WatchedEvent) -> Message
  ) throws -> CheckOutcome {
    let run = try RealTimeRun.of(context)
    return .measured(
      run.description,
      findings(
        of: run.events.filter { watch.contains($0.watch) }, in: "run()", context, message: message,
        severity: context.realTimeSeverity, expected: expected, change: run.change))
  }
}
