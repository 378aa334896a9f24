import Glibc
import TestHost
import ValidationModel

enum LifeProcessState: PluginCheck {
  static let id: CheckID = "life.process-state"
  static let isolation = CheckIsolation.own
  static let text = CheckText(
    asserts: "Signal handlers and mask, locale, working directory, umask, limits, environment and other people's file "
      + "descriptors are the same after a life cycle.",
    rule: "The process is the host's, and other plug-ins live in it",
    source: "our own: no term of the specification says it; POSIX: these belong to the process",
    method: "Compares the state of a fresh process, in two locales, before the library is loaded with that after an "
      + "instance was made, run and freed.",
    remedy: "Leave them alone: use locale_t and newlocale(), openat(), pthread_sigmask() in threads of your own.",
    severities: [.warning])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    // In the locale in which programs begin, a plug-in that chooses it would change nothing; nor in one for all, that.
    setlocale(LC_ALL, "C.UTF-8")
    setlocale(LC_TIME, "C")
    let before = ProcessState()
    _ = try context.record(context.noise, frames: 4 * context.blockLength)
    return .findings(
      before.changes(to: ProcessState()).map { change in
        finding(.warning, "It changes \(change).")
      })
  }
}
