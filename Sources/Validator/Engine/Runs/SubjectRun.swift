import Checks
import Ends
import Measuring
import Model
import Sandbox
import TestHost

/// The validation of one plug-in, or of one bundle's files: creates the jobs, stage by stage, and collects the results.
package final class SubjectRun {
  /// The part of a job's time limit after which no further measurement is started.
  private static let shareOfMeasuring = 1 / 3.0

  let bundle: String
  /// Nil for the bundle's files.
  let plugin: ResolvedTarget.Plugin?
  /// Nil if none were requested, or if the plug-in cannot be run.
  private(set) var measurements: Measurements?
  /// Nil if none were requested.
  var pictures: [InterfacePictures]?
  var results: SubjectResults
  let run: ValidationRun
  let supervisor: Supervisor
  let ids: [CheckID]
  private let plan: CheckPlan
  private(set) var stage = CheckPlan.Stage.description
  /// The checks that have nothing to examine, as the first job reported.
  private var inapplicable: Set<CheckID> = []
  /// The number of jobs of the stage that have not ended.
  var outstanding = 0
  /// Reduced durations of checks; nil if the plug-in is fast enough for the usual ones.
  private(set) var pace: Pace?
  /// The processor time of the plug-in, divided by the duration of the sound; nil if it is not known.
  private var load: Double?
  /// The file that instances have loaded when a check begins; nil for none.
  private(set) var file: LoadedFile?
  /// The processor time of the processes that have ended.
  private var used = Duration.zero
  /// Whether checks played shorter because of the work of the plug-in's worker.
  private(set) var hasSlowWork = false
  /// The number of searches for the cause of the crashes at each place.
  var reductions: [EndLedger.ReductionKey: Int] = [:]
  /// The rank of the check whose steps explain an end of an interface, or an error of the X server.
  var stepRanks: [SharedFault: Int] = [:]
  var hangPolicy = HangPolicy()
  /// How the plug-in ended the process that tried to instantiate and run it.
  var endOfAttempt: (finding: Finding, end: EndOfChild)?
  /// Why the plug-in cannot be run, once that is known.
  var obstacle: (reason: String, cause: CheckReport.SkipCause)?

  init(bundle: String, plugin: ResolvedTarget.Plugin?, ids: [CheckID], run: ValidationRun, supervisor: Supervisor) {
    self.bundle = bundle
    self.plugin = plugin
    self.ids = ids
    self.run = run
    self.supervisor = supervisor
    results = SubjectResults(code: PluginCode(bundle: bundle, binary: plugin?.binary))
    plan = CheckPlan(ids, shuffledBy: run.settings.isRandomized == true ? run.settings.seed : nil)
    run.progress.planned += ids.count
    let others = (plugin?.interfaces.count ?? 1) - 1
    if others > 0 { run.progress.planned += others * plan.batches(.interface).joined().count }
  }

  /// Adds the first jobs to the queue.
  func start() {
    if plugin == nil { add(ids) } else { startStage() }
  }

  /// Records a result that is known without running anything.
  func record(_ report: CheckReport) { results.record(report) }

  /// The functions of the plug-in's library that ran so far.
  private var ranFunctions: RanFunctions {
    get { plugin?.library.map { run.coverage[$0] } ?? RanFunctions() }
    set { if let library = plugin?.library { run.coverage[library] = newValue } }
  }

  var name: String { plugin?.uri ?? bundle }

  /// - Parameter fixed: the symbols of the controls that checks do not move.
  func subject(fixed: [String] = []) -> PluginSubject? {
    plugin.map {
      PluginSubject(
        uri: $0.uri, bundle: bundle, settings: run.settings, pace: pace, load: load, file: file,
        share: Pace.share(after: used.seconds), replayed: run.replayed, fixed: fixed, steps: run.steps,
        obstacle: endOfAttempt.flatMap { _ in obstacle?.reason })
    }
  }

  // MARK: Stages

  private func startStage() {
    // Without checks beyond the description, no instance is tried. What is not a check follows the others.
    let isWanted =
      stage == .instance && run.measures || stage.rawValue >= CheckPlan.Stage.instance.rawValue && run.takesPictures
    guard !plan.ids(from: stage).isEmpty || isWanted else { return }
    let interfaces = stage == .interface ? self.interfaces.map(Optional.some) : [nil]
    for interface in interfaces {
      for batch in plan.batches(stage) where inapplicable.isDisjoint(with: batch) {
        add(batch, of: interface, attempting: stage == .library, isNext: stage != .description)
      }
    }
    if interfaces.isEmpty {
      for id in plan.ids(from: stage) { finish(CheckReport(id, skipped: "the plug-in has no interface", .description)) }
    }
    if stage == .instance && run.measures { addMeasuring() }
    if stage == .interface && run.takesPictures { for interface in interfaces { interface.map(addPictures) } }
    if outstanding == 0 { endStage() }
  }

  /// Those of the plug-in, or the one whose steps are replayed.
  private var interfaces: [String] {
    (plugin?.interfaces ?? []).filter { uri in run.steps.map { $0.interface == nil || $0.interface == uri } ?? true }
  }

  private func endStage() {
    if stage == .description, let check = plan.loading.first(where: { results.hasFindings($0) ?? false }) {
      obstacle = ("the library cannot be loaded, see \(check.rawValue)", .finding)
    }
    // If the check has findings of its own, these are sufficient.
    if stage == .library, let (finding, end) = endOfAttempt, ids.contains(finding.check),
      results.hasFindings(finding.check) != true
    {
      record(CheckReport(finding.check, .passed))
      results.ledger.record(finding, of: end)
    }
    guard let next = CheckPlan.Stage(rawValue: stage.rawValue + 1) else { return }
    stage = next
    guard let obstacle else { return startStage() }
    let ofInterfaces = endOfAttempt == nil ? [] : Set(plan.ids(from: .interface))
    for id in plan.ids(from: stage) where !inapplicable.contains(id) && !ofInterfaces.contains(id) {
      finish(CheckReport(id, skipped: obstacle.reason, obstacle.cause))
    }
    if endOfAttempt == nil { return }
    // In the process of an interface, which has a display, the plug-in may run.
    stage = .interface
    startStage()
  }

  // MARK: Jobs

  var limits: JobLimits { JobLimits(deadline: .seconds(run.settings.timeout)) }

  /// The time without progress after which a child is stopped.
  private func progressTimeout(_ crashRecord: CrashRecord) -> Duration { hangPolicy.timeout(crashRecord, limits) }

  /// - Parameter share: the further share of the process that is repeated; nil for that of the time when the job starts.
  func add(
    _ checks: [CheckID], of interface: String? = nil, attempting: Bool = false, isNext: Bool = false,
    isRetry: Bool = false, isExclusive: Bool = false, share: Double? = nil
  ) {
    if checks.isEmpty && !attempting { return }
    let specification: JobSpecification =
      if let subject = subject(), let interface {
        .interface(subject, uri: interface, checks: checks)
      } else if let subject = subject() {
        .plugin(
          subject, checks: checks, candidates: stage == .description ? plan.candidates : [], attempting: attempting)
      } else {
        .bundle(path: bundle, checks: checks)
      }
    let state = BatchState(
      checks: checks, interface: interface, attempting: attempting, isRetry: isRetry, isExclusive: isExclusive,
      share: share)
    add(specification, state, isNext: isNext)
  }

  func add(_ specification: JobSpecification, _ state: BatchState, isNext: Bool) {
    outstanding += 1
    let make = { [self] () throws(SandboxError) -> Job? in
      if skippedForTime(state) { return nil }
      let specification = shortened(specification, state)
      return try ChildJob.make(
        specification, ran: ranFunctions, limits: limits, progressTimeout: progressTimeout
      ) { [self] job, message in
        receive(message, job, state)
      } ended: { [self] job, ending, crashRecord in
        ranFunctions.formUnion(crashRecord.ranFunctions)
        end(job, ending, state, crashRecord)
        endJob(ending)
      }
    }
    let demand: Supervisor.Demand = state.isExclusive ? .machine : state.interface == nil ? .slot : .halfSlot
    if isNext { supervisor.addNext(demand, make) } else { supervisor.add(demand, make) }
  }

  /// Skips the checks of a job if the processor time of the plug-in is used up. A check that began before is repeated anyway.
  private func skippedForTime(_ state: BatchState) -> Bool {
    guard plugin != nil, used.seconds > Pace.limit, state.share == nil, state.kind.isFirst, !state.attempting else {
      return false
    }
    for id in state.pending {
      finish(CheckReport(id, skipped: "the checks before it used \(Int(used.seconds)) s of processor time", .time))
    }
    outstanding -= 1
    if outstanding == 0 { endStage() }
    return true
  }

  /// The job as it starts: the jobs before it used processor time since it was planned.
  private func shortened(_ specification: JobSpecification, _ state: BatchState) -> JobSpecification {
    guard case .plugin(var subject, let checks, let candidates, let attempting) = specification else {
      return specification
    }
    subject.share = state.share ?? Pace.share(after: used.seconds)
    state.share = subject.share
    return .plugin(subject, checks: checks, candidates: candidates, attempting: attempting)
  }

  /// Adds a job for measurements. Its end says nothing about the plug-in, because the checks examine that.
  private func addMeasuring() {
    guard let subject = subject() else { return }
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

  func endJob(_ ending: JobEnding) {
    outstanding -= 1
    used += ending.processorTime
    if outstanding == 0 && plugin != nil && ending.stopReason != .interrupted { endStage() }
  }

  // MARK: Messages of children

  private func receive(_ message: ChildMessage, _ job: Job, _ state: BatchState) {
    switch message {
    case .began(let id):
      job.restartDeadline()
      state.begin(id)
      run.progress.current = "\(name) \(id.rawValue)"
    // Another writer used the descriptor of the results.
    case .finished(let report) where !state.expects(report.check): break
    case .noted(let entry): state.note(entry)
    case .finished(let report) where !report.findings.isEmpty && state.begun.count > 1 && stage != .description:
      // Other checks of the plug-in's code ran in this process before: only what the check finds alone counts.
      state.finish(report.check)
      add([report.check], of: state.interface, isNext: true, share: state.share)
    case .finished(var report):
      if let share = state.share, share < 1, report.status != .skipped { report.share = share }
      state.finish(report.check)
      finish(report, state)
    case .inapplicable(let id, let reason) where stage == .description && plan.candidates.contains(id):
      if inapplicable.insert(id).inserted { finish(CheckReport(id, .skipped(reason))) }
    case .attempted(let reason):
      obstacle = reason.map { ($0, .finding) }
      state.isDone = true
    case .measuredLoad(let load):
      self.load = load
      pace = Pace(load: load)
    case .loads(let file): self.file = file
    case .workIsSlow: hasSlowWork = true
    case .fault(let text): state.failure = text
    case .done: state.isDone = true
    case .bundle, .display, .refused, .responses, .measured, .reduced, .reducedSteps, .picture, .inapplicable: break
    }
  }

  func finish(_ report: CheckReport) {
    run.progress.done += 1
    record(report)
  }

  func fault(_ text: String) { results.ownFaults.append("\(name): \(text)") }
}
