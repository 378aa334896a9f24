import FoundationEssentials
import Glibc
import LV2Checks
import Reporting
import Sandbox

/// One run over bundles and plug-ins: makes the jobs, takes their results in, and builds the report.
final class ValidationRun {
  let settings: Report.Settings
  let selection: Selection
  private let supervisor: Supervisor
  private let progress: ProgressLine
  private var results: [String: BundleResults] = [:]
  private var faults: [String] = []
  private var done = 0
  private var planned = 0
  private let started = ContinuousClock.now

  /// What is known of a bundle so far.
  private struct BundleResults {
    var checks: [CheckID: CheckReport] = [:]
    var plugins: [String: PluginResults] = [:]
  }

  private struct PluginResults {
    var name: String
    var checks: [CheckID: CheckReport] = [:]
  }

  /// Which bundle, and which plug-in in it; without one, the bundle's own files.
  struct Subject: Hashable {
    var bundle: String
    var plugin: String?
  }

  init(settings: Report.Settings, selection: Selection, progress: ProgressLine) {
    self.settings = settings
    self.selection = selection
    self.progress = progress
    supervisor = Supervisor(slots: settings.jobs)
  }

  /// Validates the targets and returns the report.
  ///
  /// - Throws: `UsageError` for a configuration that is wrong; `SandboxError` where no child can be started.
  func run(_ targets: [ResolvedTarget]) throws -> Report {
    var configurations: [String: Configuration] = [:]
    for target in targets {
      configurations[target.bundle] = try Configuration.find(for: target.bundle)
    }
    for target in targets { start(target, configurations[target.bundle] ?? Configuration()) }
    let complete = try supervisor.run { [self] in progress.show(done: done, planned: planned) }
    progress.clear()
    return report(interrupted: !complete)
  }

  private func start(_ target: ResolvedTarget, _ configuration: Configuration) {
    results[target.bundle] = BundleResults()
    let bundleChecks = choose(
      selection.ids.filter { Catalogue.check($0) is any BundleCheck.Type }, Subject(bundle: target.bundle),
      configuration)
    if !bundleChecks.isEmpty {
      planned += bundleChecks.count
      add(bundleChecks, of: Subject(bundle: target.bundle))
    }
    for plugin in target.plugins {
      let subject = Subject(bundle: target.bundle, plugin: plugin.uri)
      results[target.bundle]?.plugins[plugin.uri] = PluginResults(name: plugin.name)
      let ids = choose(
        selection.ids.filter { Catalogue.check($0) is any PluginCheck.Type }, subject, configuration)
      planned += ids.count
      for batch in CheckPlan.batches(ids) { add(batch, of: subject) }
    }
    faults += target.faults
    for finding in target.findings { record(finding, of: Subject(bundle: target.bundle)) }
  }

  /// Leaves those out that the user or the configuration skips, and reports them as skipped.
  private func choose(_ ids: [CheckID], _ subject: Subject, _ configuration: Configuration) -> [CheckID] {
    ids.filter { id in
      var reason = configuration.reason(for: id, plugin: subject.plugin).map { "by \(Configuration.fileName): \($0)" }
      if selection.skips(id) { reason = "by --skip" }
      if let reason { record(CheckReport(id, .skipped(reason)), of: subject) }
      return reason == nil
    }
  }

  private func add(_ checks: [CheckID], of subject: Subject, next: Bool = false) {
    guard let blackBox = BlackBox() else {
      faults.append("no shared memory for a child")
      return
    }
    let state = BatchState(checks: checks)
    let specification: JobSpecification =
      if let plugin = subject.plugin {
        .plugin(
          uri: plugin, bundle: subject.bundle, checks: checks,
          settings: PluginSettings(rate: settings.rate, block: settings.block, seed: settings.seed))
      } else {
        .bundle(path: subject.bundle, checks: checks)
      }
    let job = ChildJob.make(specification, timeout: settings.timeout, blackBox: blackBox) { [self] job, message in
      receive(message, job, subject, state)
    } ended: { [self] job, ending in
      finish(ending, job, subject, state, blackBox)
    }
    if next { supervisor.addNext(job) } else { supervisor.add(job) }
  }

  private func receive(_ message: ChildMessage, _ job: Job, _ subject: Subject, _ state: BatchState) {
    switch message {
    case .began(let id):
      job.rearm()
      state.begin(id)
      progress.current = "\(subject.plugin ?? subject.bundle) \(id.rawValue)"
    case .finished(let report):
      state.finish(report.check)
      done += 1
      record(report, of: subject)
    case .fault(let text): faults.append("\(subject.plugin ?? subject.bundle): \(text)")
    case .done: state.isDone = true
    case .notInstantiable, .bundle: break
    }
  }

  private func finish(
    _ ending: JobEnding, _ job: Job, _ subject: Subject, _ state: BatchState, _ blackBox: BlackBox
  ) {
    if state.isDone && ending.verdict == nil { return }
    if ending.verdict == .interrupted { return }
    if let running = state.running, state.begun.count > 1 {
      // Other checks ran in this process before: only what it does alone counts.
      add([running], of: subject, next: true)
      continueBatch(state.pending, subject)
      return
    }
    guard let check = state.running ?? state.pending.first else { return }
    let postmortem = Postmortem(
      check: check, ending: ending, blackBox: blackBox, limits: job.limits, bundlePath: subject.bundle,
      seed: settings.seed)
    switch postmortem.conclusion {
    case .finding(let finding): conclude(finding, check, ending, subject, state)
    case .skipped(let reason):
      record(CheckReport(check, .skipped(reason), duration: ending.duration.seconds), of: subject)
    case .fault(let text):
      record(CheckReport(check, .skipped("the validator failed")), of: subject)
      faults.append("\(subject.plugin ?? subject.bundle): \(text)")
    }
    if state.running != nil { continueBatch(state.pending, subject) }
  }

  /// Takes in what a crash has shown: a finding of the running check, or the reason for which nothing can be run.
  private func conclude(
    _ finding: Finding, _ check: CheckID, _ ending: JobEnding, _ subject: Subject, _ state: BatchState
  ) {
    guard state.running == nil else {
      record(
        CheckReport(check, .findings([finding]), duration: ending.duration.seconds), attributing: finding, of: subject)
      done += 1
      return
    }
    // It died before the first check: no instance can be had, which is life.instantiate's finding.
    let reporter = CheckID.lifeInstantiate
    var finding = finding
    finding.check = reporter
    record(finding, of: subject)
    for id in state.pending where id != reporter {
      record(
        CheckReport(id, .skipped("the plug-in cannot be instantiated and run, see \(reporter.rawValue)")), of: subject)
      done += 1
    }
  }

  private func continueBatch(_ pending: [CheckID], _ subject: Subject) {
    if !pending.isEmpty { add(pending, of: subject, next: true) }
  }

  // MARK: Results

  private func record(_ report: CheckReport, of subject: Subject) {
    if let plugin = subject.plugin {
      results[subject.bundle]?.plugins[plugin]?.checks[report.check].merge(report)
    } else {
      results[subject.bundle]?.checks[report.check].merge(report)
    }
  }

  private func record(_ finding: Finding, of subject: Subject) {
    record(CheckReport(finding.check, .findings([finding])), of: subject)
  }

  /// Records what a check ended with, where the finding may be another check's.
  private func record(_ report: CheckReport, attributing finding: Finding, of subject: Subject) {
    guard finding.check != report.check else { return record(report, of: subject) }
    record(finding, of: subject)
    record(
      CheckReport(
        report.check, .skipped("it could not go on, see \(finding.check.rawValue)"), duration: report.duration),
      of: subject)
  }

  private func report(interrupted: Bool) -> Report {
    let bundles = results.sorted { $0.key < $1.key }.map { path, bundle in
      BundleReport(
        path: path, checks: sorted(bundle.checks),
        plugins: bundle.plugins.sorted { $0.key < $1.key }.map { uri, plugin in
          PluginReport(uri: uri, name: plugin.name, checks: sorted(plugin.checks))
        })
    }
    return Report(
      tool: .lv2val, settings: settings, host: .current, interrupted: interrupted,
      duration: (.now - started).seconds, bundles: bundles, faults: faults)
  }

  private func sorted(_ checks: [CheckID: CheckReport]) -> [CheckReport] {
    checks.values.sorted { $0.check < $1.check }
  }
}
