import LV2Host
import TestHost
import ValidationModel

/// The calls of the worker's functions that are not permitted where the plug-in made them, each place once.
struct WorkerViolations {
  /// The functions of an active instance: work is scheduled in one of them and answered in the other.
  static let runOrWork = "run() or work()"

  private(set) var findings: [Finding] = []
  private var known: [WatchedEvent] = []

  func has(_ message: WorkerContract.Message) -> Bool {
    findings.contains { $0.id == MessageID(WorkerContract.id, message) }
  }

  /// Records what happened during `call`.
  mutating func record(after call: String, _ context: PluginContext) {
    let isActive = call == Self.runOrWork
    let schedules = new(.scheduleWork)
    let responses = new(.respond)
    WatchedEvent.reset()
    findings += WorkerContract.findings(
      of: schedules, in: isActive ? "work()" : call, context, message: { _ in .misplacedSchedule },
      expected: "expected the call in run() only", action: { _ in "called schedule_work()" })
    findings += WorkerContract.findings(
      of: responses, in: isActive ? "run()" : call, context, message: { _ in .misplacedResponse },
      expected: "expected the call inside work() only", action: { _ in "called respond()" })
  }

  private mutating func new(_ callback: HostCallback) -> [WatchedEvent] {
    let events = WatchedEvent.recorded {
      $0.kind == .hostCall && $0.argument == callback.rawValue && $0.detail == 1
    }.filter { event in !known.contains { $0.isSamePlace(as: event) } }
    known += events
    return events
  }
}
