import Glibc
import Model
import TestHost

enum LifeProcessState: PluginCheck {
  enum Message: MessageKind {
    case signalHandler, signalMask, locale, workingDirectory, umask, resourceLimit, environment, fileDescriptor,
      priority

    var text: MessageText {
      switch self {
      case .signalHandler:
        MessageText(
          .warning, rule: rule,
          remedy:
            "Do not call sigaction() or signal() for {the signal}, or restore the previous handler before the call "
            + "returns.")
      case .signalMask:
        MessageText(
          .warning, rule: rule,
          remedy: "Call pthread_sigmask() only in threads of the plug-in, or restore the mask before the call returns.")
      case .locale:
        MessageText(
          .warning, rule: rule,
          remedy:
            "Replace setlocale() for {the category} by newlocale() and uselocale(), and restore the locale of the "
            + "thread before the call returns.")
      case .workingDirectory:
        MessageText(.warning, rule: rule, remedy: "Replace chdir() by openat() or by absolute paths.")
      case .umask:
        MessageText(
          .warning, rule: rule, remedy: "Do not call umask(). Set the permissions of a file with fchmod() instead.")
      case .resourceLimit:
        MessageText(
          .warning, rule: rule,
          remedy: "Do not call setrlimit() for {the limit}, or restore the limit before the call returns.")
      case .environment:
        MessageText(
          .warning, rule: rule,
          remedy:
            "Do not call setenv() or putenv() for {the variable}. For a program that the plug-in starts, pass it with "
            + "execve().")
      case .fileDescriptor:
        MessageText(
          .warning, rule: rule,
          remedy: "Do not close or change {the file descriptor}, which the plug-in did not open.")
      case .priority:
        MessageText(
          .warning, rule: rule,
          remedy: "Call setpriority() or nice() only in threads that the plug-in starts.")
      }
    }
  }

  private static let rule = Rule(
    "Plug-in functions in any class MUST NOT manipulate any state which might affect other plug-ins or the host, for example "
      + "by using non-reentrant global functions", source: "lv2core.meta.ttl: Threading Rules")

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
        let isUnique = [.signalMask, .directory, .umask, .priority].contains(key.aspect)
        return finding(
          message, about: isUnique ? nil : key.name,
          "The plug-in changed \(noun) from \(value(of: key, before)) to \(value(of: key, after)); expected no change.",
          naming: names(of: key))
      })
  }

  private static func value(of key: Key, _ state: [Key: String]) -> String {
    let text = state[key] ?? ""
    switch key.aspect {
    case .descriptor: return text.isEmpty ? "closed" : "open (\(text))"
    case .environment: return state[key].map { "'\($0)'" } ?? "unset"
    case .signalMask: return text.isEmpty ? "no signal" : text
    case .limit:
      // The current and the maximum value.
      return text.split(separator: " ").map { $0 == "\(UInt64.max)" ? "unlimited" : String($0) }
        .joined(separator: " of at most ")
    default: return text.isEmpty ? "nothing" : text
    }
  }

  /// What a remedy names.
  private static func names(of key: Key) -> [String] {
    switch key.aspect {
    case .descriptor: ["file descriptor \(key.name)"]
    case .signalHandler, .locale, .limit, .environment: [key.name]
    default: []
    }
  }

  /// Chooses settings that no plug-in would choose. Otherwise, a change to what the caller chose would remain unseen.
  private static func chooseUnusualState() {
    // In the initial locale, or with one locale for all categories, some calls of setlocale() would change nothing.
    setlocale(LC_ALL, "C.UTF-8")
    setlocale(LC_TIME, "C")
    umask(0o025)
    ProcessSnapshot.handleIgnoredSignals()
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
