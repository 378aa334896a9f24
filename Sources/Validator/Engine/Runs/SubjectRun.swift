import Checks
import Measuring
import Model
import Sandbox
import TestHost

/// The validation of one plug-in, or of one bundle's files: creates the jobs, stage by stage, and collects the results.
package final class SubjectRun {
  /// The part of a job's time limit after which no further measurement is started.
  private static let shareOfMeasuring = 1 / 3.0

  /// The maximum number of searches for the cause of crashes at one place, at the settings of different checks. A hang is
  /// searched once, because each attempt takes seconds.
  private static let maximumReductions = 3

  /// The functions that every instance calls.
  private static let reducibleCalls: Set = ["instantiate", "activate", "run", "deactivate", "cleanup"]

  let bundle: String
  /// Nil for the bundle's files.
  let plugin: ResolvedTarget.Plugin?
  /// Nil if none were requested, or if the plug-in cannot be run.
  private(set) var measurements: Measurements?
  private(set) var results: SubjectResults
  private let run: ValidationRun
  private let supervisor: Supervisor
  private let ids: [CheckID]
  private let plan: CheckPlan
  private var stage = CheckPlan.Stage.description
  /// The number of jobs of the stage that have not ended.
  private var outstanding = 0
  /// Reduced durations of checks; nil if the plug-in is fast enough for the usual ones.
  private(set) var pace: Pace?
  /// Whether checks played shorter because of the work of the plug-in's worker.
  private(set) var hasSlowWork = false
  /// The number of searches for the cause of the crashes at each place.
  private var reductions: [String: Int] = [:]
  private var hangPolicy = HangPolicy()
  /// How the plug-in ended the process that tried to instantiate and run it.
  private var endOfAttempt: Finding?
  /// Why the plug-in cannot be run, once that is known.
  private var obstacle: String?

  init(bundle: String, plugin: ResolvedTarget.Plugin?, ids: [CheckID], run: ValidationRun, supervisor: Supervisor) {
    self.bundle = bundle
    self.plugin = plugin
    self.ids = ids
    self.run = run
    self.supervisor = supervisor
    results = SubjectResults(code: PluginCode(bundle: bundle, binary: plugin?.binary))
    plan = CheckPlan(ids, shuffledBy: run.settings.isRandomised == true ? run.settings.seed : nil)
    run.progress.planned += ids.count
  }

  /// Adds the first jobs to the queue.
  func start() {
    if plugin == nil { add(ids) } else { startStage() }
  }

  /// Records a result that is known without running anything.
  func record(_ report: CheckReport) { results.record(report) }

  private var name: String { plugin?.uri ?? bundle }

  private var subject: PluginSubject? {
    plugin.map { PluginSubject(uri: $0.uri, bundle: bundle, settings: run.settings, pace: pace) }
  }

  // MARK: Stages

  private func startStage() {
    // Without checks beyond the description, no instance is tried.
    guard !plan.ids(from: stage).isEmpty else { return }
    for batch in plan.batches(stage) { add(batch, attempting: stage == .library, isNext: stage != .description) }
    if stage == .instance && run.measures { addMeasuring() }
    if outstanding == 0 { endStage() }
  }

  private func endStage() {
    if stage == .description, let check = plan.loading.first(where: { results.hasFindings($0) ?? false }) {
      obstacle = "the library cannot be loaded, see \(check.rawValue)"
    }
    // If the check has findings of its own, these are sufficient.
    if let endOfAttempt, ids.contains(endOfAttempt.check), results.hasFindings(endOfAttempt.check) != true {
      record(CheckReport(endOfAttempt.check, .findings([endOfAttempt])))
    }
    guard let next = CheckPlan.Stage(rawValue: stage.rawValue + 1) else { return }
    stage = next
    guard let obstacle else { return startStage() }
    for id in plan.ids(from: stage) { finish(CheckReport(id, .skipped(obstacle))) }
  }

  // MARK: Jobs

  private var limits: JobLimits { JobLimits(deadline: .seconds(run.settings.timeout)) }

  /// The time without progress after which a child is stopped.
  private func progressTimeout(_ crashRecord: CrashRecord) -> Duration { hangPolicy.timeout(crashRecord, limits) }

  private func add(_ checks: [CheckID], attempting: Bool = false, isNext: Bool = false, isRetry: Bool = false) {
    if checks.isEmpty && !attempting { return }
    let specification: JobSpecification =
      if let subject {
        .plugin(subject, checks: checks, attempting: attempting)
      } else {
        .bundle(path: bundle, checks: checks)
      }
    add(specification, BatchState(checks: checks, attempting: attempting, isRetry: isRetry), isNext: isNext)
  }

  private func add(_ specification: JobSpecification, _ state: BatchState, isNext: Bool) {
    outstanding += 1
    let make = { [self] () throws(SandboxError) in
      try ChildJob.make(specification, limits: limits, progressTimeout: progressTimeout) { [self] job, message in
        receive(message, job, state)
      } ended: { [self] job, ending, crashRecord in
        end(job, ending, state, crashRecord)
        endJob(ending)
      }
    }
    if isNext { supervisor.addNext(make) } else { supervisor.add(make) }
  }

  /// Adds a job for measurements. Its end says nothing about the plug-in, because the checks examine that.
  private func addMeasuring() {
    guard let subject else { return }
    let timeout = run.settings.timeout
    outstanding += 1
    run.progress.planned += 1
    supervisor.addNext { [self] () throws(SandboxError) in
      try ChildJob.make(
        .measure(subject, seconds: timeout * SubjectRun.shareOfMeasuring),
        limits: JobLimits(deadline: .seconds(timeout))
      ) { [self] _, message in
        guard case .measured(let measured) = message else { return }
        measurements = measured
        run.progress.current = "\(name) measuring"
      } ended: { [self] _, ending, _ in
        if ending.exit != .exited(0) && ending.stopReason != .interrupted {
          measurements = measurements ?? Measurements()
          measurements?.omissions.append("The measuring process ended early: further measurements are missing.")
        }
        run.progress.done += 1
        endJob(ending)
      }
    }
  }

  private func endJob(_ ending: JobEnding) {
    outstanding -= 1
    if outstanding == 0 && plugin != nil && ending.stopReason != .interrupted { endStage() }
  }

  // MARK: Messages and ends of children

  private func receive(_ message: ChildMessage, _ job: Job, _ state: BatchState) {
    switch message {
    case .began(let id):
      job.restartDeadline()
      state.begin(id)
      run.progress.current = "\(name) \(id.rawValue)"
    // Another writer used the descriptor of the results.
    case .finished(let report) where !state.expects(report.check): break
    case .finished(let report) where !report.findings.isEmpty && state.begun.count > 1 && stage != .description:
      // Other checks of the plug-in's code ran in this process before: only what the check finds alone counts.
      state.finish(report.check)
      add([report.check], isNext: true)
    case .finished(let report):
      state.finish(report.check)
      finish(report, after: state.fallback)
    case .attempted(let reason):
      obstacle = reason
      state.isDone = true
    case .measuredLoad(let load): pace = Pace(load: load)
    case .workIsSlow: hasSlowWork = true
    case .fault(let text): state.failure = text
    case .done: state.isDone = true
    case .bundle, .refused, .responses, .measured, .reduced: break
    }
  }

  private func end(_ job: Job, _ ending: JobEnding, _ state: BatchState, _ crashRecord: CrashRecord) {
    if ending.stopReason == .interrupted { return }
    for check in state.lost { repeatOrFail(check, state) }
    let isKnownHang = hangPolicy.recordEnd(ending, crashRecord)
    if state.isDone { return }
    if let running = state.running, state.begun.count > 1, !isKnownHang {
      // Other checks ran in this process before: only what the check does alone counts.
      add([running], isNext: true)
      add(state.pending, attempting: state.attempting, isNext: true)
      return
    }
    let check = state.running ?? state.pending.first ?? Attribution.instantiation
    var end = EndOfChild(
      check: check, ending: ending, crashRecord: crashRecord, limits: job.limits, code: results.code,
      ports: plugin?.ports ?? [:], seed: run.settings.seed, failure: state.failure, hangPolicy: hangPolicy)
    let isOfAttempt = state.running == nil && state.pending.isEmpty
    // No check can be run, so the attempt stands for the check that the fault belongs to.
    if isOfAttempt { end.check = end.responsible }
    // If the check itself ended, the attempt ends in the same way.
    if case .finding = end.conclusion, !isOfAttempt || results.ends[end.check] == nil {
      results.ends[end.check] = .init(
        responsible: end.responsible, answering: end.answering, activity: end.activity, fault: end.fault)
    }
    if isOfAttempt { return concludeAttempt(end.conclusion, state) }
    if case .fault = end.conclusion, !state.isRetry {
      // A busy machine or a full disk can be the reason: the check is repeated alone.
      add([check], isNext: true, isRetry: true)
    } else if let subject, end.suggestsHeapDamage, state.fallback == nil {
      add(.guarded(subject, check: check), BatchState(checks: [check], fallback: end.conclusion), isNext: true)
    } else {
      reduce(end, crashRecord)
      conclude(end.conclusion, check, duration: ending.duration.seconds)
    }
    state.finish(check)
    add(state.pending, attempting: state.attempting, isNext: true)
  }

  /// Searches the settings that a crash or a hang needs, unless they are known.
  private func reduce(_ end: EndOfChild, _ crashRecord: CrashRecord) {
    guard case .finding(let finding) = end.conclusion, finding.cause.isReducible, let subject,
      crashRecord.crash?.isInOwnThread != true,
      let call = crashRecord.call, SubjectRun.reducibleCalls.contains(call), finding.call == "\(call)()",
      let place = results.reductionKey(of: finding), results.reductions[place] == nil,
      reductions[place, default: 0] < (finding.cause == .hang ? 1 : SubjectRun.maximumReductions)
    else { return }
    let block = crashRecord.block ?? Finding.Block(index: 0, frames: run.settings.block)
    // A fresh instance in each attempt also shows a hang in a call other than run(), but needs seconds for it.
    guard block.frames > 0, call == "run" || finding.cause != .hang else { return }
    reductions[place, default: 0] += 1
    let isOfHeap = finding.cause == .damage || crashRecord.crash?.heapHit != nil
    let specification = JobSpecification.reduce(
      subject,
      CrashReduction.End(
        call: call, values: crashRecord.controlValues,
        valueOutOfRange: Attribution.exceedsRanges(end.check) ? crashRecord.control : nil, frames: block.frames,
        blocks: block.index + 1, fault: end.fault, isOfHeap: isOfHeap,
        isGuarded: isOfHeap || Attribution.guardsHeap(end.check)), code: results.code)
    outstanding += 1
    supervisor.addNext { [self] () throws(SandboxError) in
      try ChildJob.make(specification, limits: limits) { [self] _, message in
        guard case .reduced(let reduction) = message else { return }
        if reduction.isReproduced {
          results.reductions[place] = reduction
        } else {
          results.settings[finding.check] = reduction
        }
      } ended: { [self] _, ending, _ in
        endJob(ending)
      }
    }
  }

  /// Repeats a check, alone, whose result did not arrive. A lost result never counts as a pass.
  private func repeatOrFail(_ check: CheckID, _ state: BatchState) {
    if state.isShared { return add([check], isNext: true) }
    let lost = EndOfChild.Conclusion.fault(
      "the result of \(check.rawValue) did not arrive: another writer used the descriptor of the results")
    conclude(state.fallback ?? lost, check, duration: 0)
  }

  /// The plug-in ended the process that tried to instantiate and run it.
  ///
  /// After a failure of the validator the attempt is repeated once. If it fails again, the other checks run all the same.
  private func concludeAttempt(_ conclusion: EndOfChild.Conclusion, _ state: BatchState) {
    switch conclusion {
    case .finding(let finding):
      endOfAttempt = finding
      obstacle = "the plug-in cannot be run, see \(finding.check.rawValue)"
    case .skipped(let reason): obstacle = reason
    case .fault where !state.isRetry, .suspectedFault where !state.isRetry:
      add([], attempting: true, isNext: true, isRetry: true)
    case .fault(let text), .suspectedFault(let text): fault(text)
    }
  }

  /// Records the result of a check, or what its end without guarded heap blocks says unless the result proves damage.
  private func finish(_ report: CheckReport, after fallback: EndOfChild.Conclusion?) {
    guard let fallback else { return finish(report) }
    if report.findings.contains(where: { $0.cause == .damage }) {
      results.ends[report.check] = .init(responsible: report.check, answering: Attribution.heapGuard.id)
      finish(report)
    } else {
      results.suspects.insert(report.check)
      conclude(fallback, report.check, duration: report.duration)
    }
  }

  private func conclude(_ conclusion: EndOfChild.Conclusion, _ check: CheckID, duration: Double) {
    switch conclusion {
    case .finding(let finding): finish(CheckReport(check, .findings([finding]), duration: duration))
    case .skipped(let reason): finish(CheckReport(check, .skipped(reason), duration: duration))
    case .fault(let text):
      finish(CheckReport(check, .skipped("the validator failed")))
      fault(text)
    case .suspectedFault(let text):
      finish(CheckReport(check, .skipped(SubjectResults.skipReason(damage: Attribution.heapGuard.id))))
      results.suspectedFaults.append("\(name): \(text)")
    }
  }

  private func finish(_ report: CheckReport) {
    run.progress.done += 1
    record(report)
  }

  private func fault(_ text: String) { results.ownFaults.append("\(name): \(text)") }
}
