import Checks
import Ends
import Model
import Sandbox
import TestHost

// What happens after the process of a check ended before its job was done.
extension SubjectRun {
  /// The maximum number of searches for the cause of crashes at one place, at the settings of different checks. A hang is
  /// searched once, because each attempt takes seconds.
  private static let maximumReductions = 3

  func end(_ job: Job, _ ending: JobEnding, _ state: BatchState, _ crashRecord: CrashRecord) {
    if ending.stopReason == .interrupted { return }
    for check in state.lost { repeatOrFail(check, state) }
    let isKnownHang = hangPolicy.recordEnd(ending, crashRecord)
    if state.isDone { return }
    if ending.mayBeOfOthers, !state.isExclusive { return repeatExclusively(state) }
    if let running = state.running, state.begun.count > 1, !isKnownHang {
      // Other checks ran in this process before: only what the check does alone counts.
      add([running], of: state.interface, isNext: true, share: state.share)
      add(state.pending, of: state.interface, attempting: state.attempting, isNext: true)
      return
    }
    let check = state.running ?? state.pending.first
    func described(as check: CheckID?) -> EndOfChild {
      EndOfChild(
        of: check, ending, crashRecord, failure: state.failure,
        .init(
          code: results.ledger.code, ports: plugin?.ports ?? [:], seed: run.settings.seed, limits: job.limits,
          hangPolicy: hangPolicy, file: file?.title))
    }
    let end = described(as: check)
    if state.running == nil, let last = state.begun.last {
      let owner = EndOfChild.id(answeringFor: .heapAccess)
      if concludeDamage(described(as: ids.contains(owner) ? owner : last), after: state.begun) {
        return add(state.pending, of: state.interface, attempting: state.attempting, isNext: true)
      }
    }
    guard let check else { return concludeAttempt(end, state) }
    if case .fault = end.conclusion, !state.isRetry {
      // A busy machine or a full disk can be the reason: the check is repeated alone.
      if case .continuation(let fixed) = state.kind {
        addContinuation(of: check, fixed: fixed, isRetry: true)
      } else {
        add([check], of: state.interface, isNext: true, isRetry: true, share: state.share)
      }
    } else if var subject = subject(), state.interface == nil, end.suggestsHeapDamage, state.kind.isFirst {
      subject.share = state.share ?? 1
      add(.guarded(subject, check: check), BatchState(checks: [check], kind: .guarded(after: end)), isNext: true)
    } else {
      conclude(end, state, duration: ending.duration.seconds)
    }
    state.finish(check)
    add(state.pending, of: state.interface, attempting: state.attempting, isNext: true)
  }

  /// Repeats what a process did not finish because a job, perhaps another one, killed the fork server, or the system a process
  /// because memory was short. Only the end of a job that runs alone is its own work.
  private func repeatExclusively(_ state: BatchState) {
    guard let running = state.running else {
      return add(state.pending, of: state.interface, attempting: state.attempting, isNext: true, isExclusive: true)
    }
    add(state.pending, of: state.interface, attempting: state.attempting, isNext: true)
    add([running], of: state.interface, isNext: true, isExclusive: true, share: state.share)
  }

  // MARK: Conclusions

  /// Records the result of a check. After a crash that suggested heap damage, the crash counts unless that is proved.
  func finish(_ report: CheckReport, _ state: BatchState) {
    switch state.kind {
    case .first:
      finish(report)
      if let interface = state.interface { searchSteps(of: report, interface) }
    case .continuation: results.add(report.findings, to: report.check)
    case .guarded(let end):
      if report.findings.contains(where: { $0.cause == .damage }) {
        run.progress.done += 1
        results.record(report, isGuarded: true)
      } else {
        results.ledger.suspect(report.check)
        conclude(end, state, duration: report.duration)
      }
    }
  }

  private func conclude(_ end: EndOfChild, _ state: BatchState, duration: Double) {
    let check = end.check
    defer { results.add(state.certainFindings, to: check) }
    if state.kind.isContinuation { return concludeContinuation(end) }
    switch end.conclusion {
    case .finding(var finding):
      finding.interface = state.interface
      record(finding, end, duration)
      if let interface = state.interface { searchSteps(finding, end, interface) } else { search(finding, end) }
    case .unproved(let finding, let reason): prove(finding, end, otherwise: reason, duration)
    case .skipped(let reason): finish(CheckReport(check, .obstructed(reason), duration: duration))
    case .fault(let text):
      finish(CheckReport(check, .obstructed("the validator failed")))
      fault(text)
    case .suspectedFault(let text):
      run.progress.done += 1
      results.record(suspectedFault: "\(name): \(text)", CheckReport(check, .obstructed("the validator failed")))
    }
  }

  /// The damage was noticed while no check ran, and can be the work of any of those before.
  ///
  /// - Returns: false if the process ended for another reason.
  private func concludeDamage(_ end: EndOfChild, after checks: [CheckID]) -> Bool {
    guard case .finding(var finding) = end.conclusion, finding.id?.kind == EndMessage.heapCorruption.word else {
      return false
    }
    finding.message =
      "The heap was damaged when \(checks.map(\.rawValue).listed(atMost: 3)) had run in one process, which ended then."
    (finding.call, finding.block, finding.controls) = (nil, nil, nil)
    results.ledger.record(finding, of: end)
    return true
  }

  private func record(_ finding: Finding, _ end: EndOfChild, _ duration: Double) {
    results.ledger.record(finding, of: end)
    finish(CheckReport(end.check, .passed, duration: duration))
  }

  /// The check has a result already, to which a repetition only adds.
  private func concludeContinuation(_ end: EndOfChild) {
    switch end.conclusion {
    case .finding(let finding): results.ledger.record(finding, of: end)
    case .skipped, .unproved: break
    case .fault(let text): fault(text)
    case .suspectedFault(let text): results.suspect(end.check, "\(name): \(text)")
    }
  }

  /// Repeats a check, alone, whose result did not arrive. A lost result never counts as a pass.
  private func repeatOrFail(_ check: CheckID, _ state: BatchState) {
    if state.isShared { return add([check], of: state.interface, isNext: true) }
    if case .guarded(let end) = state.kind { return conclude(end, state, duration: 0) }
    finish(CheckReport(check, .obstructed("the validator failed")))
    fault("the result of \(check.rawValue) did not arrive: another writer used the descriptor of the results")
  }

  /// The plug-in ended the process that tried to instantiate and run it.
  ///
  /// After a failure of the validator the attempt is repeated once. If it fails again, the other checks run all the same.
  private func concludeAttempt(_ end: EndOfChild, _ state: BatchState) {
    switch end.conclusion {
    case .finding(let finding):
      endOfAttempt = (finding, end)
      obstacle =
        ids.contains(finding.check)
        ? ("the plug-in cannot be run, see \(finding.check.rawValue)", .finding)
        : (
          "the plug-in ended the process that tried to run it; select \(finding.check.rawValue), which reports that",
          .obstacle
        )
    case .skipped(let reason), .unproved(_, let reason): obstacle = (reason, .obstacle)
    case .fault where !state.isRetry, .suspectedFault where !state.isRetry:
      add([], attempting: true, isNext: true, isRetry: true)
    case .fault(let text), .suspectedFault(let text): fault(text)
    }
  }

  // MARK: The cause, and the rest of the check

  /// Searches the settings that a crash or a hang needs, and then continues the check without them.
  private func search(_ finding: Finding, _ end: EndOfChild) {
    reduce(finding, end) { [self] in continueCheck(end, $0) }
  }

  /// Reports an end if a fresh instance does the same; otherwise the check is skipped. Then continues the check.
  private func prove(_ finding: Finding, _ end: EndOfChild, otherwise reason: String, _ duration: Double) {
    reduce(finding, end) { [self] reduction in
      if reduction?.isReproduced == true {
        record(finding, end, duration)
      } else {
        finish(CheckReport(end.check, .obstructed(reason), duration: duration))
      }
      continueCheck(end, reduction)
    }
  }

  /// Searches the settings that a crash or a hang needs, unless they are known.
  ///
  /// - Parameter then: receives nil if they are not searched, or not found.
  private func reduce(_ finding: Finding, _ end: EndOfChild, then: @escaping (CrashReduction?) -> Void) {
    let known = results.ledger.reductionKey(finding, of: end).flatMap { results.ledger.reductions[$0] }
    if let known { return then(known) }
    guard let (specification, key) = reduction(of: finding, end) else { return then(nil) }
    reductions[key, default: 0] += 1
    outstanding += 1
    var found: CrashReduction?
    supervisor.addNext { [self] () throws(SandboxError) in
      try ChildJob.make(specification, limits: limits) { _, message in
        if case .reduced(let reduction) = message { found = reduction }
      } ended: { [self] _, ending, _ in
        if let found { results.ledger.record(found, at: key, of: end.check) }
        then(found)
        endJob(ending)
      }
    }
  }

  /// The job that searches the settings that an end needs; nil if it is not searched.
  private func reduction(of finding: Finding, _ end: EndOfChild) -> (JobSpecification, EndLedger.ReductionKey)? {
    guard finding.cause.isReducible, Catalogue.check(end.check) is any PluginCheck.Type, let subject = subject(),
      let key = results.ledger.reductionKey(finding, of: end),
      reductions[key, default: 0] < (finding.cause == .hang ? 1 : Self.maximumReductions),
      let facts = end.reductionFacts(usualFrames: run.settings.block, usualRate: run.settings.rate)
    else { return nil }
    return (.reduce(subject, facts, code: results.ledger.code), key)
  }

  /// Runs a check again with the controls at their defaults that its end needs: other findings of the check are then found
  /// too.
  private func continueCheck(_ end: EndOfChild, _ reduction: CrashReduction?) {
    let symbols = reduction?.isReproduced == true ? reduction?.controls.map(\.symbol) : end.changedControl.map { [$0] }
    guard let symbols, !symbols.isEmpty, stage == .instance, Catalogue.provocation(of: end.check).canFixControls
    else { return }
    addContinuation(of: end.check, fixed: symbols)
  }

  /// - Parameter fixed: the symbols of the controls that stay at their defaults.
  private func addContinuation(of check: CheckID, fixed: [String], isRetry: Bool = false) {
    guard let subject = subject(fixed: fixed) else { return }
    add(
      .plugin(subject, checks: [check], attempting: false),
      BatchState(checks: [check], isRetry: isRetry, kind: .continuation(fixed: fixed)), isNext: true)
  }
}
