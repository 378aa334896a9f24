import Checks
import ValidationModel

extension ValidationRun {
  /// Runs the same checks in this process, for a debugger. A crash of the plug-in ends the validator.
  package func runInProcess(_ targets: [ResolvedTarget]) throws -> Report {
    let started = ContinuousClock.now
    let bundleChecks = selection.ids.filter { Catalogue.check($0) is any BundleCheck.Type }
    let pluginChecks = selection.ids.filter { Catalogue.check($0) is any PluginCheck.Type && !selection.skips($0) }
    let bundles = try targets.map { target in
      let plugins = try target.plugins.map { plugin in
        let subject = PluginSubject(uri: plugin.uri, bundle: target.bundle, settings: settings)
        return PluginReport(
          uri: plugin.uri, name: plugin.name, binary: plugin.binary,
          checks: try results(of: .plugin(subject, checks: pluginChecks, attempting: false)))
      }
      return BundleReport(
        path: target.bundle,
        checks: target.includesFiles ? try results(of: .bundle(path: target.bundle, checks: bundleChecks)) : [],
        plugins: plugins)
    }
    return Report(
      tool: .lv2val, settings: settings, host: .current, duration: (.now - started).seconds, bundles: bundles)
  }

  private func results(of specification: JobSpecification) throws -> [CheckReport] {
    var reports: [CheckReport] = []
    let child = ChildMain { message in
      if case .finished(let report) = message { reports.append(report) }
    }
    try child.run(specification)
    return reports
  }
}
