import CProbe
import Glibc
import Model
import TestHost

enum LifeProcessState: PluginCheck {
  enum Message: MessageKind {
    case signalHandler, signalMask, locale, workingDirectory, umask, resourceLimit, environment, fileDescriptor,
      priority
  }

  static let id: CheckID = "life.process-state"
  static let isolation = CheckIsolation.first
  static let text = CheckText(
    asserts:
      "The plug-in leaves signal handlers and mask, locale, working directory, umask, priority, resource limits, "
      + "environment and the host's file descriptors unchanged.",
    rule: "These attributes belong to the process, which the plug-in shares with the host and with other plug-ins",
    source: "POSIX.1-2017, System Interfaces 2.4 to 2.9; no LV2 term states it",
    method:
      "Compares the state of a fresh process before the library is loaded and after an instance was run and freed.",
    details: "Before the comparison, the process chooses settings that no plug-in would choose, so that every call "
      + "changes something: one locale for LC_TIME and another one for all other categories, the umask 025, and "
      + "handlers for the signals that lv2val or its caller ignores. New file descriptors belong to the plug-in and "
      + "do not count.",
    remedy: "Use newlocale() and uselocale() for a locale, openat() for a directory, and pthread_sigmask() and "
      + "setpriority() only in the plug-in's own threads.",
    level: CheckLevel(6, "A changed setting of the process affects the host."),
    severities: [.warning])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    chooseUnusualState()
    let before = state()
    _ = try context.record(context.noise, frames: 4 * context.blockLength)
    let after = state()
    let changes = Set(before.keys).union(after.keys).filter { key in
      // New file descriptors belong to the plug-in.
      before[key] != after[key] && !(key.aspect == .descriptor && before[key] == nil)
    }
    let named = changes.compactMap { key in kind(of: key).map { (key: key, message: $0, noun: $1) } }
    return .findings(
      named.sorted { $0.noun < $1.noun }.map { key, message, noun in
        func text(_ state: [Key: String]) -> String { state[key].flatMap { $0.isEmpty ? nil : $0 } ?? "nothing" }
        let isUnique = [.signalMask, .directory, .umask, .priority].contains(key.aspect)
        return finding(
          message, .warning, about: isUnique ? nil : key.name,
          "The plug-in changed \(noun) from \(text(before)) to \(text(after)).")
      })
  }

  /// Chooses settings that no plug-in would choose. Otherwise, a change to what the caller chose would remain unseen.
  private static func chooseUnusualState() {
    // In the initial locale, or with one locale for all categories, some calls of setlocale() would change nothing.
    setlocale(LC_ALL, "C.UTF-8")
    setlocale(LC_TIME, "C")
    umask(0o025)
    probe_handle_ignored_signals()
  }

  /// The message about an attribute and its name as a noun; nil for aspects that are not compared.
  private static func kind(of key: Key) -> (Message, noun: String)? {
    switch key.aspect {
    case .signalHandler: (.signalHandler, "the handler of \(key.name)")
    case .signalMask: (.signalMask, "the signal mask")
    case .locale: (.locale, "the locale \(key.name)")
    case .directory: (.workingDirectory, "the working directory")
    case .umask: (.umask, "the umask")
    case .priority: (.priority, "the nice value")
    case .limit: (.resourceLimit, "the resource limit \(key.name)")
    case .environment: (.environment, "the environment variable \(key.name)")
    case .descriptor: (.fileDescriptor, "the file descriptor \(key.name)")
    case .mapping, .thread: nil
    }
  }

  private struct Key: Hashable {
    var aspect: ProcessSnapshot.Aspect
    /// The name within the aspect, such as a signal or an environment variable.
    var name: String
  }

  private static let aspects: [ProcessSnapshot.Aspect] = [
    .signalHandler, .signalMask, .locale, .directory, .umask, .priority, .limit, .environment, .descriptor,
  ]

  /// The attributes of this process that belong to the host, at this moment.
  private static func state() -> [Key: String] {
    var values: [Key: String] = [:]
    ProcessSnapshot.enumerate(aspects) { values[Key(aspect: $0, name: $1)] = $2 }
    return values
  }
}
