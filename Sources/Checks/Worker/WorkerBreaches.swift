import CProbe
import LV2Host
import TestHost
import ValidationModel

/// What a plug-in asked of the worker where it may not, call by call, each place once.
struct WorkerBreaches {
  /// The calls of an instance that is active: work is scheduled in the one and answered in the other.
  static let runOrWork = "run() or work()"

  private(set) var findings: [Finding] = []
  private(set) var hasMisplaced = false
  private(set) var hasLate = false
  private var known: [WatchedEvent] = []

  /// Takes in what has happened since the last time, in `call`.
  mutating func look(after call: String, _ context: PluginContext) {
    let isActive = call == Self.runOrWork
    let misplaced = fresh(.scheduleWork)
    let late = fresh(.respond)
    probe_event_reset()
    hasMisplaced = hasMisplaced || !misplaced.isEmpty
    hasLate = hasLate || !late.isEmpty
    findings += WorkerContract.findings(
      of: misplaced, in: isActive ? "work()" : call, context, severity: { _ in .error },
      message: { _ in "It schedules work" })
    findings += WorkerContract.findings(
      of: late, in: isActive ? "run()" : call, context, severity: { _ in .error },
      message: { _ in "It answers by respond(), though work() is not on," })
  }

  private mutating func fresh(_ callback: HostCallback) -> [WatchedEvent] {
    let events = WatchedEvent.recorded {
      $0.kind == .hostCall && $0.argument == callback.rawValue && $0.detail == 1
    }
    .filter { event in !known.contains { $0.isSamePlace(as: event) } }
    known += events
    return events
  }
}
