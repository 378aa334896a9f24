import CProbe
import TestHost
import ValidationModel

extension Check {
  /// How many places of one kind are told; the rest are counted.
  private static var placesTold: Int { 6 }

  /// A finding for each place where something was seen, each with its count, block and backtrace.
  ///
  /// - Parameters:
  ///   - call: the call into the plug-in that was watched, such as `run()`, which stands for those that follow it.
  ///   - message: says what one event is, as a clause with a verb and without a full stop: "It calls malloc".
  static func findings(
    of events: [WatchedEvent], in call: String, _ context: PluginContext,
    severity: (WatchedEvent) -> Severity, message: (WatchedEvent) -> String
  ) -> [Finding] {
    var findings = events.prefix(placesTold).map { event in
      let place = event.follower ?? call
      return finding(
        severity(event), "\(message(event)) in \(place)\(event.count > 1 ? ", \(event.count) times" : "").",
        count: event.count, call: place, block: call == "run()" ? event.block : nil, seed: context.seed,
        backtrace: event.backtrace)
    }
    let untold = events.dropFirst(placesTold)
    if let worst = untold.map(severity).max() {
      let count = untold.reduce(0) { $0 + $1.count }
      findings.append(
        finding(
          worst, "The like at \(untold.count) more places in \(call).", count: count, call: call, seed: context.seed))
    }
    return findings
  }
}

extension PluginContext {
  /// The severity of what real time forbids: an error only where the plug-in promises to be fit for it.
  var realTimeSeverity: Severity { plugin.hardRTCapable ? .error : .note }
}
