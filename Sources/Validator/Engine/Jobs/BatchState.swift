import Model

/// The progress of a child process through its checks.
final class BatchState {
  private(set) var begun: [CheckID] = []
  /// The check that was begun and is not finished.
  private(set) var running: CheckID?
  /// The checks that were not begun, in order.
  private(set) var pending: [CheckID]
  private var finished: Set<CheckID> = []
  let isShared: Bool
  /// Whether the child reported that it did everything.
  var isDone = false
  /// Why the child could not do its part, if it reported that.
  var failure: String?
  /// The conclusion to use if the repetition with guarded heap blocks proves no damage; nil in a first attempt.
  let fallback: EndOfChild.Conclusion?
  /// Whether the child tries to instantiate and run the plug-in after the checks.
  let attempting: Bool
  /// Whether the validator failed in the first attempt.
  let isRetry: Bool

  init(
    checks: [CheckID], attempting: Bool = false, isRetry: Bool = false, fallback: EndOfChild.Conclusion? = nil
  ) {
    pending = checks
    isShared = checks.count > 1
    self.attempting = attempting
    self.isRetry = isRetry
    self.fallback = fallback
  }

  /// The checks that the child passed without a result that arrived: something else was written into its channel.
  var lost: [CheckID] {
    let passed = isDone ? begun + pending : begun.filter { $0 != running }
    return passed.filter { !finished.contains($0) }
  }

  /// Whether a result belongs to one of these checks and is the first of it.
  func expects(_ id: CheckID) -> Bool { (running == id || pending.contains(id)) && !finished.contains(id) }

  func begin(_ id: CheckID) {
    begun.append(id)
    running = id
    pending.removeAll { $0 == id }
  }

  func finish(_ id: CheckID) {
    if running == id { running = nil }
    finished.insert(id)
    pending.removeAll { $0 == id }
  }
}
