import Checks
import Glibc
import Model
import Sandbox
import Support

/// A run over bundles and plug-ins, with child processes.
package struct ValidationRun {
  private(set) var settings: Report.Settings
  let selection: Selection
  let progress: RunProgress
  /// Whether plug-ins are also measured for plots.
  let measures: Bool
  /// Whether pictures of user interfaces are taken.
  let takesPictures: Bool

  /// Which functions ran. All repetitions share it.
  let coverage = CoverageRecord()

  /// The only setting that checks play besides the defaults; nil for all of them.
  let replayed: [Finding.ControlValue]?

  /// What is done in place of all that the checks do; nil for that.
  let steps: ReplayedSteps?

  package init(
    settings: Report.Settings, selection: Selection, progress: RunProgress, measures: Bool = false,
    takesPictures: Bool = false, replayed: [Finding.ControlValue]? = nil, steps: ReplayedSteps? = nil
  ) {
    self.replayed = replayed
    self.steps = steps
    self.settings = settings
    self.selection = selection
    self.progress = progress
    self.measures = measures
    self.takesPictures = takesPictures
  }

  /// Validates the targets at each rate and block length, as often as requested, and returns one report.
  ///
  /// - Throws: `UsageError` for an invalid configuration; `SandboxError` if no child can be started.
  package func runAll(_ targets: [ResolvedTarget]) throws -> Report {
    var reports: [Report] = []
    for repetition in 0..<(settings.repetitions ?? 1) {
      for rate in settings.rates ?? [settings.rate] {
        for block in settings.blocks ?? [settings.block] {
          var run = self
          (run.settings.rate, run.settings.block) = (rate, block)
          if settings.isRandomized == true { run.settings.seed &+= UInt32(repetition) }
          let report = try run.run(targets)
          reports.append(report)
          if report.interrupted { return combined(reports) }
        }
      }
    }
    return combined(reports)
  }

  private func combined(_ reports: [Report]) -> Report {
    var report = Report.combined(reports)
    report.settings = settings
    // Of a single run, no finding states them.
    (report.settings.rate, report.settings.block) = (reports[0].settings.rate, reports[0].settings.block)
    return report
  }

  /// Validates the targets and returns the report.
  ///
  /// - Throws: `UsageError` for an invalid configuration; `SandboxError` if no child can be started.
  package func run(_ targets: [ResolvedTarget]) throws -> Report {
    let started = ContinuousClock.now
    let supervisor = ChildJob.supervisor(slots: settings.jobs)
    let bundles = try targets.map { target in try BundleRun(target, self, supervisor) }
    var isComplete = true
    var failures: [String] = []
    do throws(SandboxError) {
      isComplete = try supervisor.run { progress.show() }
    } catch {
      // A disk that became full in the middle of the run: the results so far are reported.
      guard progress.done > 0 else { throw error }
      failures = ["\(error)"]
    }
    progress.clear()
    return Report(
      tool: .lv2val, settings: settings, host: .current, interrupted: !isComplete,
      duration: (.now - started).seconds, bundles: bundles.map(\.report), faults: failures + bundles.flatMap(\.faults))
  }

  /// Runs the same checks in this process, for a debugger. A crash of the plug-in ends the validator.
  package func runInProcess(_ targets: [ResolvedTarget]) throws -> Report {
    let started = ContinuousClock.now
    // As each child has one.
    let folder = try TemporaryFolder(prefix: "lv2val")
    defer { withExtendedLifetime(folder) {} }
    setenv("TMPDIR", folder.path, 1)
    let ids = selection.ids.filter { !selection.skips($0) && level(of: $0) ?? 0 <= settings.strictness ?? .max }
    let bundleChecks = ids.filter { Catalogue.check($0) is any BundleCheck.Type }
    let pluginChecks = ids.filter { Catalogue.check($0) is any PluginCheck.Type }
    let interfaceChecks = ids.filter { Catalogue.check($0) is any InterfaceCheck.Type }
    let bundles = try targets.map { target in
      let plugins = try target.plugins.map { plugin in
        var subject = PluginSubject(
          uri: plugin.uri, bundle: target.bundle, settings: settings, replayed: replayed, steps: steps)
        if !pluginChecks.isEmpty { subject.file = try ChildMain { _ in }.file(of: subject) }
        return PluginReport(
          uri: plugin.uri, name: plugin.name, binary: plugin.binary,
          checks: try results(of: .plugin(subject, checks: pluginChecks, attempting: false))
            + plugin.interfaces.flatMap { try results(of: .interface(subject, uri: $0, checks: interfaceChecks)) },
          file: subject.file?.title)
      }
      return BundleReport(
        path: target.bundle,
        checks: target.includesFiles ? try results(of: .bundle(path: target.bundle, checks: bundleChecks)) : [],
        plugins: plugins)
    }
    return Report(
      tool: .lv2val, settings: settings, host: .current, duration: (.now - started).seconds, bundles: bundles)
  }

  fileprivate func level(of id: CheckID) -> Int? { Catalogue.check(id)?.text.level.number }

  private func results(of specification: JobSpecification) throws -> [CheckReport] {
    var reports: [CheckReport] = []
    let child = ChildMain { message in
      if case .finished(let report) = message { reports.append(report) }
    }
    try child.run(specification)
    return reports
  }
}

private struct BundleRun {
  private let target: ResolvedTarget
  private let files: SubjectRun
  private let plugins: [SubjectRun]

  init(_ target: ResolvedTarget, _ run: ValidationRun, _ supervisor: Supervisor) throws(UsageError) {
    self.target = target
    let configuration = try ProjectConfiguration.find(for: target.bundle)

    /// A subject with the selected checks of a kind. The other checks of that kind are recorded as skipped.
    func subject(_ plugin: ResolvedTarget.Plugin?, _ isOfKind: (any Check.Type) -> Bool) -> SubjectRun {
      var chosen: [CheckID] = []
      var skipped: [CheckReport] = []
      for id in run.selection.ids where Catalogue.check(id).map(isOfKind) ?? false {
        if run.selection.skips(id) {
          skipped.append(CheckReport(id, skipped: "excluded by --skip", .choice))
        } else if let level = run.level(of: id), level > run.settings.strictness ?? level {
          skipped.append(
            CheckReport(
              id, skipped: "level \(level) is above --strictness \(run.settings.strictness ?? level)", .choice))
        } else if let reason = configuration.reason(for: id, plugin: plugin?.uri) {
          skipped.append(CheckReport(id, skipped: "excluded by \(ProjectConfiguration.fileName): \(reason)", .choice))
        } else {
          chosen.append(id)
        }
      }
      let subject = SubjectRun(bundle: target.bundle, plugin: plugin, ids: chosen, run: run, supervisor: supervisor)
      for report in skipped { subject.record(report) }
      return subject
    }
    files = subject(nil) { target.includesFiles && $0 is any BundleCheck.Type }
    plugins = target.plugins.map { plugin in
      subject(plugin) { $0 is any PluginCheck.Type || $0 is any InterfaceCheck.Type }
    }
    for finding in target.findings { files.record(CheckReport(finding.check, .findings([finding]))) }
    for subject in [files] + plugins { subject.start() }
  }

  var faults: [String] { target.faults + ([files] + plugins).flatMap(\.results.faults) }

  /// Of each library once, in the order of the plug-ins.
  private var coverage: [LibraryCoverage]? {
    var libraries: [String] = []
    for case let library? in plugins.map(\.plugin?.library) where !libraries.contains(library) {
      libraries.append(library)
    }
    let coverage = libraries.compactMap(files.run.coverage.coverage)
    return coverage.isEmpty ? nil : coverage
  }

  var report: BundleReport {
    BundleReport(
      path: target.bundle, checks: files.results.reports,
      plugins: plugins.map { subject in
        PluginReport(
          uri: subject.plugin?.uri ?? "", name: subject.plugin?.name ?? "", binary: subject.plugin?.binary,
          checks: subject.results.reports, pace: subject.pace,
          hasSlowWork: subject.hasSlowWork ? true : nil, file: subject.file?.title, measurements: subject.measurements,
          interfaces: subject.pictures)
      }, coverage: coverage)
  }
}
