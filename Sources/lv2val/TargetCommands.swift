import Reporting
import Sandbox

/// `lv2val validate`: runs the checks and writes the report.
struct ValidateCommand {
  let options: Options

  var settings: Report.Settings {
    Report.Settings(
      seed: options.seed, rate: options.rate, block: options.block, timeout: options.timeout, jobs: options.jobs,
      failOn: options.failOn ?? .error, shard: options.shard, baseline: options.baseline)
  }

  func run() throws -> ExitStatus {
    guard options.all || !options.arguments.isEmpty else {
      throw UsageError("validate wants a bundle's directory, a plug-in's URI, or --all")
    }
    if let pattern = options.selection.unknownPattern {
      throw UsageError("no check is called '\(pattern)'; 'lv2val checks' lists them")
    }
    try ReportWriter(options: options).check()
    var settings = settings
    settings.baseline = try settings.baseline.map(Discovery.bundle)
    let all = try Discovery(settings: settings).resolve(options.arguments, all: options.all)
    let targets = options.shard?.part(of: all) ?? all
    let progress = ProgressLine(isWanted: !options.quiet)
    let report: Report
    if options.inProcess {
      report = try InProcessRun(settings: settings, selection: options.selection).run(targets)
    } else {
      let measures = options.measures || options.outputs.contains { $0.format == .html }
      let run = ValidationRun(
        settings: settings, selection: options.selection, progress: progress, measures: measures)
      report = try run.run(targets)
    }
    try ReportWriter(options: options).write(report)
    let status = ExitStatus(report)
    if status == .nothing { Console.error("nothing was validated: no plug-in was found, or every check was skipped") }
    for fault in report.faults { Console.error("fault of the validator: \(fault)") }
    return status
  }
}
