import CProbe
import TestHost

/// What of this process belongs to the host, at one moment.
struct ProcessState {
  /// What a fact is about, and its name within that.
  private struct Key: Hashable {
    var aspect: probe_aspect
    var name: String
  }

  private var facts: [Key: String] = [:]

  init() {
    withUnsafeMutablePointer(to: &facts) { pointer in
      probe_snapshot_walk(
        { context, aspect, name, value in
          // SAFETY: `context` is the pointer that is given below, and valid during the walk.
          guard let facts = context?.assumingMemoryBound(to: [Key: String].self), let name, let value else { return }
          guard aspect != .mapping, aspect != .thread else { return }
          facts.pointee[Key(aspect: aspect, name: String(cString: name))] = String(cString: value)
        }, pointer)
    }
  }

  /// What is different later, in words. New descriptors are not: they are the plug-in's own.
  func changes(to later: ProcessState) -> [String] {
    var changes: [String] = []
    for key in Set(facts.keys).union(later.facts.keys) {
      let old = facts[key]
      let new = later.facts[key]
      guard old != new, !(key.aspect == .descriptor && old == nil) else { continue }
      let values = [old, new].map { value in value.flatMap { $0.isEmpty ? nil : $0 } ?? "nothing" }
      changes.append("\(ProcessState.description(key)) from \(values[0]) to \(values[1])")
    }
    return changes.sorted()
  }

  private static func description(_ key: Key) -> String {
    switch key.aspect {
    case .signalHandler: "the handler of \(key.name)"
    case .signalMask: "the mask of signals"
    case .locale: "the locale \(key.name)"
    case .directory: "the working directory"
    case .umask: "the umask"
    case .limit: "the limit \(key.name)"
    case .environment: "the environment variable \(key.name)"
    case .descriptor: "the file descriptor \(key.name)"
    case .mapping: "the mapping \(key.name)"
    case .thread: "the thread \(key.name)"
    }
  }
}
