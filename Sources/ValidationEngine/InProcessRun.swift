import Checks
import ValidationModel

/// The same checks in this very process: for a debugger, at the plug-in's mercy.
package struct InProcessRun {
  package let settings: Report.Settings
  package let selection: Selection

  package func run(_ targets: [ResolvedTarget]) throws -> Report {
    let started = ContinuousClock.now
    let bundleChecks = selection.ids.filter { Catalogue.check($0) is any BundleCheck.Type }
    let pluginChecks = selection.ids.filter { Catalogue.check($0) is any PluginCheck.Type && !selection.skips($0) }
    let pluginSettings = PluginSettings(settings)
    let bundles = try targets.map { target in
      let plugins = try target.plugins.map { plugin in
        PluginReport(
          uri: plugin.uri, name: plugin.name, binary: plugin.binary,
          checks: try results(
            of: .plugin(
              uri: plugin.uri, bundle: target.bundle, checks: pluginChecks, attempting: false, settings: pluginSettings)
          ))
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
