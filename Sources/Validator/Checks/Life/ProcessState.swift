import Glibc
import TestHost

/// The state of this process that belongs to the host, for a comparison of two moments.
struct ProcessState {
  struct Change {
    let message: ProcessStateMessage
    /// What changed, with an article: "the umask".
    let noun: String
    /// The signal, variable or other thing that changed; nil if there is only one.
    let subject: String?
    /// As text.
    let before: String
    let after: String
    /// What the remedy names.
    let names: [String]
  }

  private let values: [Key: String]

  /// The state at this moment.
  init() { values = Self.state() }

  /// What changed since an earlier moment, sorted. New file descriptors belong to the plug-in.
  func changes(since before: ProcessState) -> [Change] {
    let keys = Set(before.values.keys).union(values.keys).filter { key in
      before.values[key] != values[key] && !(key.aspect == .descriptor && before.values[key] == nil)
    }
    let changes = keys.compactMap { key -> Change? in
      guard let (message, noun) = Self.kind(of: key) else { return nil }
      let isUnique = [.signalMask, .directory, .umask, .priority].contains(key.aspect)
      return Change(
        message: message, noun: noun, subject: isUnique ? nil : key.name, before: Self.value(of: key, before.values),
        after: Self.value(of: key, values), names: Self.names(of: key))
    }
    return changes.sorted { $0.noun < $1.noun }
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
  static func chooseUnusual() {
    // In the initial locale, or with one locale for all categories, some calls of setlocale() would change nothing.
    setlocale(LC_ALL, "C.UTF-8")
    setlocale(LC_TIME, "C")
    umask(0o025)
    ProcessSnapshot.handleIgnoredSignals()
  }

  /// The message about an attribute and its name as a noun; nil for aspects that are not compared.
  private static func kind(of key: Key) -> (ProcessStateMessage, noun: String)? {
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
