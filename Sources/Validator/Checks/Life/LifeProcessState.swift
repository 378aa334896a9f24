import Model
import TestHost

enum LifeProcessState: PluginCheck {
  typealias Message = ProcessStateMessage

  static let id: CheckID = "life.process-state"
  static let isolation = CheckIsolation.first
  static let text = CheckText(
    asserts:
      "The plug-in leaves signal handlers and mask, locale, working directory, umask, priority, resource limits, "
      + "environment and the host's file descriptors unchanged.",
    method:
      "Compares the state of a fresh process before the library is loaded and after an instance was run and freed.",
    details: "Before the comparison, the process chooses settings that no plug-in would choose, so that every call "
      + "changes something: one locale for LC_TIME and another one for all other categories, the umask 025, and "
      + "handlers for the signals that lv2val or its caller ignores. New file descriptors belong to the plug-in and "
      + "do not count.",
    level: CheckLevel(6, "A changed setting of the process affects the host."))

  static func run(in context: PluginContext) throws -> CheckOutcome {
    ProcessState.chooseUnusual()
    let before = ProcessState()
    _ = try context.record(context.noise, frames: 4 * context.blockLength)
    return .findings(
      ProcessState().changes(since: before).map { change in
        finding(
          change.message, about: change.subject,
          "The plug-in changed \(change.noun) from \(change.before) to \(change.after); expected no change.",
          naming: change.names)
      })
  }
}
