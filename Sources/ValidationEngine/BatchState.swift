import ValidationModel

/// How far a child has got with its checks.
package final class BatchState {
  /// Begun, in order.
  package private(set) var begun: [CheckID] = []
  /// Begun and not finished.
  package private(set) var running: CheckID?
  /// Not begun, in order.
  package private(set) var pending: [CheckID]
  private var finished: Set<CheckID> = []
  /// Whether they are several.
  package let isShared: Bool
  /// Whether the child has said that it has done everything.
  package var isDone = false
  /// Whether the child has said that it could not do its part.
  package var hasFailed = false

  /// What stands where the check, tried again with a fence around the blocks of the heap, tells nothing better; nil in a
  /// first trial.
  package let fallback: Postmortem.Conclusion?
  /// Whether the child tries, after the checks, if the plug-in can be run.
  package let attempting: Bool

  package init(checks: [CheckID], attempting: Bool, fallback: Postmortem.Conclusion? = nil) {
    pending = checks
    isShared = checks.count > 1
    self.attempting = attempting
    self.fallback = fallback
  }

  /// Those that the child has gone past without a result that arrived: something else was written into its channel.
  package var lost: [CheckID] {
    let passed = isDone ? begun + pending : begun.filter { $0 != running }
    return passed.filter { !finished.contains($0) }
  }

  /// Whether a result is one of these checks', and the first of it.
  package func expects(_ id: CheckID) -> Bool { (running == id || pending.contains(id)) && !finished.contains(id) }

  package func begin(_ id: CheckID) {
    begun.append(id)
    running = id
    pending.removeAll { $0 == id }
  }

  package func finish(_ id: CheckID) {
    if running == id { running = nil }
    finished.insert(id)
    pending.removeAll { $0 == id }
  }
}
