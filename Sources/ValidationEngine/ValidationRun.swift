import Checks
import Sandbox
import ValidationModel

/// One run over bundles and plug-ins.
package struct ValidationRun {
  package let settings: Report.Settings
  package let selection: Selection
  package let progress: ProgressLine
  /// Whether to take what plots are drawn from.
  package let measures: Bool

  /// Validates the targets and returns the report.
  ///
  /// - Throws: `UsageError` for a configuration that is wrong; `SandboxError` where no child can be started.
  package func run(_ targets: [ResolvedTarget]) throws -> Report {
    let started = ContinuousClock.now
    let supervisor = Supervisor(slots: settings.jobs)
    let services = SubjectRun.Services(
      supervisor: supervisor, settings: settings, progress: progress, measures: measures)
    let bundles = try targets.map { target in try BundleRun(target, selection: selection, services: services) }
    let isComplete = try supervisor.run { progress.show() }
    progress.clear()
    return Report(
      tool: .lv2val, settings: settings, host: .current, interrupted: !isComplete,
      duration: (.now - started).seconds, bundles: bundles.map(\.report), faults: bundles.flatMap(\.faults))
  }
}

/// The subjects of one bundle.
private struct BundleRun {
  private let target: ResolvedTarget
  private let files: SubjectRun
  private let plugins: [SubjectRun]

  /// Puts the first jobs into the queue.
  package init(_ target: ResolvedTarget, selection: Selection, services: SubjectRun.Services) throws(UsageError) {
    self.target = target
    let choice = Choice(selection: selection, configuration: try Configuration.find(for: target.bundle))
    files = choice.subject(of: target, services: services) { target.includesFiles && $0 is any BundleCheck.Type }
    plugins = target.plugins.map { plugin in
      choice.subject(of: target, plugin: plugin, services: services) { $0 is any PluginCheck.Type }
    }
    for finding in target.findings { files.record(CheckReport(finding.check, .findings([finding]))) }
    for subject in [files] + plugins { subject.start() }
  }

  package var faults: [String] { target.faults + ([files] + plugins).flatMap(\.faults) }

  package var report: BundleReport {
    BundleReport(
      path: target.bundle, checks: files.reports,
      plugins: plugins.map { subject in
        PluginReport(
          uri: subject.plugin?.uri ?? "", name: subject.plugin?.name ?? "", binary: subject.plugin?.binary,
          checks: subject.reports, measurements: subject.measurements)
      })
  }
}

/// Which checks a subject gets: what the user and the project's configuration leave.
private struct Choice {
  package let selection: Selection
  package let configuration: Configuration

  /// A subject with the checks of a kind; those that are left out are recorded as skipped, with the reason.
  package func subject(
    of target: ResolvedTarget, plugin: DiscoveredBundle.Plugin? = nil, services: SubjectRun.Services,
    _ isOfKind: (any Check.Type) -> Bool
  ) -> SubjectRun {
    var chosen: [CheckID] = []
    var skipped: [CheckReport] = []
    for id in selection.ids {
      guard let check = Catalogue.check(id), isOfKind(check) else { continue }
      if selection.skips(id) {
        skipped.append(CheckReport(id, .skipped("by --skip")))
      } else if let reason = configuration.reason(for: id, plugin: plugin?.uri) {
        skipped.append(CheckReport(id, .skipped("by \(Configuration.fileName): \(reason)")))
      } else {
        chosen.append(id)
      }
    }
    let subject = SubjectRun(bundle: target.bundle, plugin: plugin, ids: chosen, services: services)
    for report in skipped { subject.record(report) }
    return subject
  }
}
