import Checks
import ValidationModel

/// A run of the same checks in this process, for a debugger. A crash of the plug-in ends the validator.
package struct InProcessRun {
  let settings: Report.Settings
  let selection: Selection

  package init(settings: Report.Settings, selection: Selection) {
    self.settings = settings
    self.selection = selection
  }

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
