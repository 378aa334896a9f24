import Reporting
import Support
import ValidationEngine
import ValidationModel

/// `lv2val validate`: runs the checks and writes the report.
struct ValidateCommand {
  let options: Options

  func run() throws -> ExitStatus {
    guard options.all || !options.arguments.isEmpty else {
      throw UsageError("validate requires a bundle directory, a plug-in URI or --all")
    }
    if let pattern = options.selection.unknownPattern {
      throw UsageError("no check matches '\(pattern)'; see 'lv2val checks'")
    }
    let writer = ReportWriter(options: options)
    try writer.check()
    var settings = options.settings
    settings.baseline = try settings.baseline.map(Discovery.bundle)
    let all = try Discovery(settings: settings).resolve(options.arguments, all: options.all)
    let targets = options.shard?.part(of: all) ?? all
    let report: Report
    if options.inProcess {
      report = try InProcessRun(settings: settings, selection: options.selection).run(targets)
    } else {
      let run = ValidationRun(
        settings: settings, selection: options.selection, progress: RunProgress(isShown: !options.quiet),
        measures: options.measures || options.outputs.contains { $0.format == .html })
      report = try run.run(targets)
    }
    try writer.write(report)
    let status = ExitStatus(report)
    if status == .nothing { console.error("nothing was validated: no plug-in was found, or every check was skipped") }
    for fault in report.faults { console.error("internal error: \(fault)") }
    return status
  }
}

/// `lv2val list`: the bundles and plug-ins of the targets; without targets, all on `LV2_PATH`.
struct ListCommand {
  let options: Options

  func run() throws -> ExitStatus {
    let targets = try Discovery(settings: options.settings).resolve(
      options.arguments, all: options.all || options.arguments.isEmpty)
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
