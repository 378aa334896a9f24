import Reporting
import Support
import ValidationEngine
import ValidationModel

extension Options {
  /// `lv2val validate`: runs the checks and writes the report.
  func validate() throws -> ExitStatus {
    guard has(.all) || !arguments.isEmpty else {
      throw UsageError("validate requires a bundle directory, a plug-in URI or --all")
    }
    if let pattern = selection.unknownPattern {
      throw UsageError("no check matches '\(pattern)'; see 'lv2val checks'")
    }
    try checkOutputs()
    var settings = settings
    settings.baseline = try settings.baseline.map(Discovery.bundle)
    let found = try Discovery(settings: settings).resolve(arguments, all: has(.all))
    let targets = settings.shard?.part(of: found) ?? found
    let run = ValidationRun(
      settings: settings, selection: selection, progress: RunProgress(isShown: !has(.quiet)),
      measures: has(.measure) || outputs.contains { $0.format == .html })
    let report = try has(.inProcess) ? run.runInProcess(targets) : run.run(targets)
    try write(report)
    let status = ExitStatus(report)
    if status == .nothing { console.error("nothing was validated: no plug-in was found, or every check was skipped") }
    for fault in report.faults { console.error("internal error: \(fault)") }
    return status
  }

  /// `lv2val list`: the bundles and plug-ins of the targets; without targets, all on `LV2_PATH`.
  func list() throws -> ExitStatus {
    let targets = try Discovery(settings: settings).resolve(arguments, all: has(.all) || arguments.isEmpty)
    var rows = ""
    for target in targets {
      for plugin in target.plugins {
        rows += [plugin.uri, plugin.name, target.bundle].map(\.onOneLine).joined(separator: "\t") + "\n"
      }
      for finding in target.findings { console.error("\(target.bundle): \(finding.message)") }
    }
    try console.write(rows)
    return targets.contains { !$0.plugins.isEmpty } ? .clean : .nothing
  }
}
