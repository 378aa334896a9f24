import Ends
import Model
import TestHost

/// The progress of a child process through its checks.
final class BatchState {
  /// Why the process runs its checks.
  enum Kind {
    case first
    /// An earlier process crashed as if the heap was damaged: this one guards heap blocks.
    case guarded(after: EndOfChild)
    /// An earlier process ended: this one does not move the controls that the end needs, whose symbols these are.
    case continuation(fixed: [String])

    var isFirst: Bool { if case .first = self { true } else { false } }
    var isContinuation: Bool { if case .continuation = self { true } else { false } }
  }

  private(set) var begun: [CheckID] = []
  /// The check that was begun and is not finished.
  private(set) var running: CheckID?
  /// The checks that were not begun, in order.
  private(set) var pending: [CheckID]
  private var finished: Set<CheckID> = []
  let isShared: Bool
  /// The URI of the interface that the checks examine; nil for the plug-in itself.
  let interface: String?
  /// The further share of the durations that the checks play; nil until the process starts, unless another process is
  /// repeated.
  var share: Double?
  /// Whether the child reported that it did everything.
  var isDone = false
  /// Why the child could not do its part, if it reported that.
  var failure: String?
  let kind: Kind
  /// The findings of the running check so far.
  private var findings: [Finding] = []
  /// The findings that count if the process ends now: what a check finds after others in a process does not.
  var certainFindings: [Finding] { begun.count == 1 ? findings : [] }
  /// Whether the child tries to instantiate and run the plug-in after the checks.
  let attempting: Bool
  /// Whether the validator failed in the first attempt.
  let isRetry: Bool
  /// Whether no other job runs at the same time.
  let isExclusive: Bool

  init(
    checks: [CheckID], interface: String? = nil, attempting: Bool = false, isRetry: Bool = false,
    isExclusive: Bool = false, share: Double? = nil, kind: Kind = .first
  ) {
    self.interface = interface
    pending = checks
    isShared = checks.count > 1
    self.attempting = attempting
    self.isRetry = isRetry
    self.isExclusive = isExclusive
    self.share = share
    self.kind = kind
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
    findings = []
    pending.removeAll { $0 == id }
  }

  /// Notes a finding of the running check, which counts if the process ends before the check is finished.
  func note(_ entry: FindingJournal.Entry) {
    switch entry {
    case .found(let finding): if running == finding.check { findings.append(finding) }
    case .withdrawn(let finding): findings.removeAll { $0.id == finding.id && $0.subject == finding.subject }
    }
  }

  func finish(_ id: CheckID) {
    if running == id { running = nil }
    finished.insert(id)
    pending.removeAll { $0 == id }
  }
}
