import InterfaceHost
import Model

enum UIProcess: InterfaceCheck {
  typealias Message = ProcessStateMessage

  static let id: CheckID = "ui.process"
  static let isolation = CheckIsolation.first
  static let text = CheckText(
    asserts:
      "The interface leaves signal handlers and mask, locale, working directory, umask, priority, resource limits, "
      + "environment and the host's file descriptors unchanged.",
    method: "Compares the state of the process before the interface opens and after it was used and closed.",
    details: "The state that is compared, and the unusual settings before, are those of life.process-state.",
    level: CheckLevel(6, "A changed setting of the process affects the host."))

  static func run(in context: InterfaceContext) throws -> CheckOutcome {
    ProcessState.chooseUnusual()
    let before = ProcessState()
    let session = try InterfaceSession(context)
    session.idle()
    session.perform(UserInput.tour(of: session, context.generator(for: id), places: 1))
    session.close()
    return .findings(
      ProcessState().changes(since: before).map { change in
        finding(
          change.message, about: change.subject, context,
          "changed \(change.noun) from \(change.before) to \(change.after); expected no change.", naming: change.names)
      })
  }
}
