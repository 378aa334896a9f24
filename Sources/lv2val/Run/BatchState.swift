import LV2Checks

/// How far a child has got with its checks.
final class BatchState {
  /// Begun, in order.
  private(set) var begun: [CheckID] = []
  /// Begun and not finished.
  private(set) var running: CheckID?
  /// Not begun, in order.
  private(set) var pending: [CheckID]
  /// Whether the child has said that it has done everything.
  var isDone = false

  /// What stands where the check, tried again with a fence around the blocks of the heap, tells nothing better; nil in a
  /// first trial.
  let fallback: Postmortem.Conclusion?
  /// Whether the child tries, after the checks, if the plug-in can be run.
  let attempting: Bool

  init(checks: [CheckID], attempting: Bool, fallback: Postmortem.Conclusion? = nil) {
    pending = checks
    self.attempting = attempting
    self.fallback = fallback
  }

  func begin(_ id: CheckID) {
    begun.append(id)
    running = id
    pending.removeAll { $0 == id }
  }

  func finish(_ id: CheckID) {
    running = nil
    pending.removeAll { $0 == id }
  }
}
