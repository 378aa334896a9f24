import Glibc
import TestHost
import ValidationModel

enum LifeProcessState: PluginCheck {
  enum Message: MessageKind {
    case signalHandler, signalMask, locale, workingDirectory, umask, resourceLimit, environment, fileDescriptor
  }

  static let id: CheckID = "life.process-state"
  static let isolation = CheckIsolation.own
  static let text = CheckText(
    asserts:
      "The plug-in leaves signal handlers and mask, locale, working directory, umask, resource limits, environment "
      + "and the host's file descriptors unchanged.",
    rule: "These attributes belong to the process, which the plug-in shares with the host and with other plug-ins",
    source: "POSIX.1-2017, System Interfaces 2.4 to 2.9; no LV2 term states it",
    method:
      "Compares the state of a fresh process before the library is loaded and after an instance was run and freed.",
    details:
      "The process uses one locale for LC_TIME and another one for all other categories, so that every call of setlocale() "
      + "changes something. New file descriptors belong to the plug-in and do not count.",
    remedy:
      "Use newlocale() and uselocale() for a locale, openat() for a directory, and pthread_sigmask() only in the plug-in's "
      + "own threads.",
    severities: [.warning])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    // In the initial locale, or with one locale for all categories, some calls of setlocale() would change nothing.
    setlocale(LC_ALL, "C.UTF-8")
    setlocale(LC_TIME, "C")
    let before = ProcessState()
    _ = try context.record(context.noise, frames: 4 * context.blockLength)
    return .findings(
      before.changes(to: ProcessState()).map { change in
        finding(
          change.message, .warning, about: change.subject,
          "The plug-in changed \(change.description) from \(change.old) to \(change.new).")
      })
  }
}

/// The attributes of this process that belong to the host, at one moment.
private struct ProcessState {
  private struct Key: Hashable {
    var aspect: ProcessSnapshot.Aspect
    /// The name within the aspect, such as a signal or an environment variable.
    var name: String
  }

  struct Change {
    var message: LifeProcessState.Message
    /// The name of the signal, the locale category, the limit, the variable or the descriptor; nil for other attributes.
    var subject: String?
    /// The attribute as a noun: `the locale LC_NUMERIC`.
    var description: String
    var old: String
    var new: String
  }

  private let values: [Key: String]

  init() {
    var values: [Key: String] = [:]
    ProcessSnapshot.enumerate { aspect, name, value in
      guard aspect != .mapping, aspect != .thread else { return }
      values[Key(aspect: aspect, name: name)] = value
    }
    self.values = values
  }

  /// The differences to a later state, sorted by description. New descriptors are not included.
  func changes(to later: ProcessState) -> [Change] {
    var changes: [Change] = []
    for key in Set(values.keys).union(later.values.keys) {
      let (old, new) = (values[key], later.values[key])
      guard old != new, !(key.aspect == .descriptor && old == nil), let (message, noun) = Self.kind(of: key) else {
        continue
      }
      func text(_ value: String?) -> String { value.flatMap { $0.isEmpty ? nil : $0 } ?? "nothing" }
      let isUnique = key.aspect == .signalMask || key.aspect == .directory || key.aspect == .umask
      let subject = isUnique ? nil : key.name
      changes.append(Change(message: message, subject: subject, description: noun, old: text(old), new: text(new)))
    }
    return changes.sorted { ($0.description, $0.old, $0.new) < ($1.description, $1.old, $1.new) }
  }

  /// Nil for aspects that `init` leaves out.
  private static func kind(of key: Key) -> (LifeProcessState.Message, noun: String)? {
    switch key.aspect {
    case .signalHandler: (.signalHandler, "the handler of \(key.name)")
    case .signalMask: (.signalMask, "the signal mask")
    case .locale: (.locale, "the locale \(key.name)")
    case .directory: (.workingDirectory, "the working directory")
    case .umask: (.umask, "the umask")
    case .limit: (.resourceLimit, "the resource limit \(key.name)")
    case .environment: (.environment, "the environment variable \(key.name)")
    case .descriptor: (.fileDescriptor, "the file descriptor \(key.name)")
    case .mapping, .thread: nil
    }
  }
}
