import Measuring
import Sandbox
import TestHost
import ValidationModel

/// The checks of one plug-in, or of one bundle's files: makes their jobs, stage by stage, and takes the results in.
package final class SubjectRun {
  /// What all subjects of a run share.
  package struct Services {
    package let supervisor: Supervisor
    package let settings: Report.Settings
    package let progress: ProgressLine
    /// Whether plug-ins are to be measured too, for plots.
    package let measures: Bool
  }

  /// Of a job's time, after which no further measurement is begun.
  private static let shareOfMeasuring = 1 / 3.0

  package let bundle: String
  /// Nil for the bundle's own files.
  package let plugin: DiscoveredBundle.Plugin?
  private var ownFaults: [String] = []
  /// Crashes of the validator's own code that are the plug-in's fault where it damages the heap.
  private var suspicions: [String] = []
  /// Nil where none were asked for, or the plug-in cannot be run.
  package private(set) var measurements: Measurements?
  private var results: [CheckID: CheckReport] = [:]
  private let services: Services
  private let ids: [CheckID]
  private let plan: CheckPlan
  private var stage = CheckPlan.Stage.description
  /// Jobs of the stage that have not ended.
  private var outstanding = 0
  /// How the plug-in ended its process while it was tried whether it can be run.
  private var endOfAttempt: Finding?
  /// Why the plug-in cannot be run, once that is known.
  private var obstacle: String?

  package init(bundle: String, plugin: DiscoveredBundle.Plugin? = nil, ids: [CheckID], services: Services) {
    self.bundle = bundle
    self.plugin = plugin
    self.ids = ids
    self.services = services
    plan = CheckPlan(ids)
    services.progress.planned += ids.count
  }

  /// What the validator failed at.
  package var faults: [String] {
    damage == nil ? ownFaults + suspicions : ownFaults
  }

  /// The results so far, in the catalogue's order.
  ///
  /// The same function of the plug-in ending several children is one fault: the first check tells it. Where the plug-in
  /// damages memory, that alone is told of an end outside the plug-in's own code, malloc() that it calls included.
  package var reports: [CheckReport] {
    var tellers: [String: CheckID] = [:]
    return results.values.sorted { $0.check < $1.check }.map { report in
      var reason: String?
      var told = report
      told.findings = report.findings.filter { finding in
        guard Postmortem.isEnd(finding) else { return true }
        let place = Postmortem.place(of: finding, in: code)
        if let damage, damage != report.check, place == nil || Postmortem.isInAllocator(finding, in: code) {
          reason = Self.damaged(by: damage)
          return false
        }
        guard let place else { return true }
        guard let teller = tellers[place] else {
          tellers[place] = report.check
          return true
        }
        reason = "the same fault ended it that ends \(teller.rawValue)"
        return false
      }
      guard told.findings.isEmpty, let reason else { return told }
      return CheckReport(report.check, .skipped(reason), duration: report.duration)
    }
  }

  private static func damaged(by check: CheckID) -> String {
    "memory of the host's was damaged, see \(check.rawValue)"
  }

  /// The check that found the plug-in to write where it has no business: any of the host's memory may be hit.
  private var damage: CheckID? {
    if results[.memHeapAccess]?.findings.contains(where: Postmortem.isHeapOverrun) ?? false { return .memHeapAccess }
    return results[.audioOverrun]?.findings.isEmpty == false ? .audioOverrun : nil
  }

  /// Puts the first jobs into the queue.
  package func start() {
    if plugin == nil {
      add(ids)
    } else {
      startStage()
    }
  }

  /// Records what was found, or left out, before anything was run.
  package func record(_ report: CheckReport) {
    results[report.check].merge(report)
  }

  private var code: PluginCode { PluginCode(bundle: bundle, binary: plugin?.binary) }

  private var name: String { plugin?.uri ?? bundle }

  // MARK: Stages

  private func startStage() {
    // Nothing beyond the description is asked for: no instance is tried.
    guard !plan.ids(from: stage).isEmpty else { return }
    let batches = plan.batches(stage)
    for batch in batches { add(batch, attempting: stage == .library, isNext: stage != .description) }
    if stage == .instance && services.measures { addMeasuring() }
    if outstanding == 0 { endStage() }
  }

  private func endStage() {
    if stage == .description, results[.binaryLoad]?.findings.isEmpty == false {
      obstacle = "the library cannot be loaded, see binary.load"
    }
    // Where life.instantiate, which may have run beside it, tells of the same, that is enough.
    if let endOfAttempt, results[.lifeInstantiate]?.findings.isEmpty ?? true {
      record(CheckReport(.lifeInstantiate, .findings([endOfAttempt])))
    }
    guard let next = CheckPlan.Stage(rawValue: stage.rawValue + 1) else { return }
    stage = next
    guard let obstacle else { return startStage() }
    for id in plan.ids(from: stage) { finish(CheckReport(id, .skipped(obstacle))) }
  }

  // MARK: Jobs

  private func add(_ checks: [CheckID], attempting: Bool = false, isNext: Bool = false) {
    if checks.isEmpty && !attempting { return }
    let specification: JobSpecification =
      if let plugin {
        .plugin(
          uri: plugin.uri, bundle: bundle, checks: checks, attempting: attempting,
          settings: PluginSettings(services.settings))
      } else {
        .bundle(path: bundle, checks: checks)
      }
    add(specification, BatchState(checks: checks, attempting: attempting), isNext: isNext)
  }

  /// The check once more, with a fence around the blocks of the heap.
  private func addFenced(_ check: CheckID, _ plugin: DiscoveredBundle.Plugin, fallback: Postmortem.Conclusion) {
    add(
      .fenced(uri: plugin.uri, bundle: bundle, check: check, settings: PluginSettings(services.settings)),
      BatchState(checks: [check], attempting: false, fallback: fallback), isNext: true)
  }

  private func add(_ specification: JobSpecification, _ state: BatchState, isNext: Bool) {
    outstanding += 1
    let make = { [self] () throws(SandboxError) in try job(specification, state) }
    if isNext { services.supervisor.addNext(make) } else { services.supervisor.add(make) }
  }

  private func job(_ specification: JobSpecification, _ state: BatchState) throws(SandboxError) -> Job {
    let crashRecord = try ChildJob.crashRecord()
    return ChildJob.make(specification, timeout: services.settings.timeout, crashRecord: crashRecord) { [self] job, message in
      receive(message, job, state)
    } ended: { [self] job, ending in
      end(job, ending, state, crashRecord)
      outstanding -= 1
      if outstanding == 0 && plugin != nil && ending.verdict != .interrupted { endStage() }
    }
  }

  /// A job beside the checks, whose end says nothing about the plug-in: the checks are there for that.
  private func addMeasuring() {
    guard let plugin else { return }
    let settings = services.settings
    outstanding += 1
    services.progress.planned += 1
    services.supervisor.addNext { [self] () throws(SandboxError) in
      ChildJob.make(
        .measure(
          uri: plugin.uri, bundle: bundle, settings: PluginSettings(settings),
          seconds: settings.timeout * SubjectRun.shareOfMeasuring),
        timeout: settings.timeout, crashRecord: try ChildJob.crashRecord()
      ) { [self] _, message in
        guard case .measured(let measured) = message else { return }
        measurements = measured
        services.progress.current = "\(plugin.uri) measuring"
      } ended: { [self] _, ending in
        if ending.exit != .exited(0) && ending.verdict != .interrupted {
          measurements = measurements ?? Measurements()
          measurements?.omissions.append(
            "It ended the process that measured it, or took too long: the rest is missing.")
        }
        services.progress.done += 1
        outstanding -= 1
        if outstanding == 0 && ending.verdict != .interrupted { endStage() }
      }
    }
  }

  private func receive(_ message: ChildMessage, _ job: Job, _ state: BatchState) {
    switch message {
    case .began(let id):
      job.rearm()
      state.begin(id)
      services.progress.current = "\(name) \(id.rawValue)"
    case .finished(let report) where !state.expects(report.check):
      // The fence around the heap has found it under another check.
      record(report)
    case .finished(let report):
      state.finish(report.check)
      if let fallback = state.fallback, damage == nil {
        conclude(fallback, report.check, duration: report.duration)
      } else {
        finish(report)
      }
    case .attempted(let reason): obstacle = reason
    case .fault(let text):
      state.hasFailed = true
      fault(text)
    case .done: state.isDone = true
    case .bundle, .refused, .responses, .measured: break
    }
  }

  /// Draws the conclusions from the end of a child.
  private func end(_ job: Job, _ ending: JobEnding, _ state: BatchState, _ crashRecord: CrashRecord) {
    if ending.verdict == .interrupted { return }
    for check in state.lost { missed(check, state) }
    if state.isDone { return }
    if let running = state.running, state.begun.count > 1 {
      // Other checks ran in this process before: only what it does alone counts.
      add([running], isNext: true)
      add(state.pending, attempting: state.attempting, isNext: true)
      return
    }
    let check = state.running ?? state.pending.first ?? .lifeInstantiate
    let postmortem = Postmortem(
      check: check, ending: ending, crashRecord: crashRecord, limits: job.limits, code: code,
      seed: services.settings.seed, hasFailed: state.hasFailed)
    if state.running == nil && state.pending.isEmpty {
      concludeAttempt(postmortem.conclusion)
    } else if let plugin, postmortem.speaksOfDamage, state.fallback == nil {
      state.finish(check)
      addFenced(check, plugin, fallback: postmortem.conclusion)
      add(state.pending, attempting: state.attempting, isNext: true)
    } else {
      conclude(postmortem.conclusion, check, duration: ending.duration.seconds)
      state.finish(check)
      add(state.pending, attempting: state.attempting, isNext: true)
    }
  }

  /// A result did not arrive. Once more, alone; never is it taken for one without findings.
  private func missed(_ check: CheckID, _ state: BatchState) {
    if state.isShared { return add([check], isNext: true) }
    let lost = Postmortem.Conclusion.fault(
      "the result of \(check.rawValue) did not arrive: something else wrote into the descriptor that it came through")
    conclude(state.fallback ?? lost, check, duration: 0)
  }

  /// The plug-in ended its process while it was tried whether it can be run.
  private func concludeAttempt(_ conclusion: Postmortem.Conclusion) {
    obstacle = "the plug-in cannot be run, see \(CheckID.lifeInstantiate.rawValue)"
    switch conclusion {
    case .finding(let finding): endOfAttempt = finding
    case .skipped(let reason): obstacle = reason
    case .fault(let text), .suspicion(let text): fault(text)
    }
  }

  private func conclude(_ conclusion: Postmortem.Conclusion, _ check: CheckID, duration: Double) {
    switch conclusion {
    case .finding(let finding) where finding.check == check:
      finish(CheckReport(check, .findings([finding]), duration: duration))
    case .finding(let finding):
      // The guards of one check also catch what another one asserts.
      record(CheckReport(finding.check, .findings([finding])))
      finish(
        CheckReport(check, .skipped("it could not go on, see \(finding.check.rawValue)"), duration: duration))
    case .skipped(let reason): finish(CheckReport(check, .skipped(reason), duration: duration))
    case .fault(let text):
      finish(CheckReport(check, .skipped("the validator failed")))
      fault(text)
    case .suspicion(let text):
      finish(CheckReport(check, .skipped(Self.damaged(by: .memHeapAccess))))
      suspicions.append("\(name): \(text)")
    }
  }

  private func finish(_ report: CheckReport) {
    services.progress.done += 1
    record(report)
  }

  private func fault(_ text: String) {
    ownFaults.append("\(name): \(text)")
  }
}
