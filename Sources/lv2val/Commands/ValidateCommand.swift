import FoundationEssentials
import Glibc
import LV2Checks
import Reporting
import Sandbox

/// `lv2val validate`: runs the checks and writes the report.
struct ValidateCommand {
  let options: Options

  var settings: Report.Settings {
    Report.Settings(
      seed: options.seed, rate: options.rate, block: options.block, timeout: options.timeout, jobs: options.jobs,
      failOn: options.failOn)
  }

  func run() throws -> ExitStatus {
    guard options.all || !options.arguments.isEmpty else {
      throw UsageError("validate wants a bundle's directory, a plug-in's URI, or --all")
    }
    if let pattern = options.selection.unknownPattern {
      throw UsageError("no check is called '\(pattern)'; 'lv2val checks' lists them")
    }
    let targets = try Discovery(settings: settings).resolve(options.arguments, all: options.all)
    let progress = ProgressLine(isWanted: !options.quiet)
    let report: Report
    if options.inProcess {
      report = try InProcessRun(settings: settings, selection: options.selection).run(targets)
    } else {
      report = try ValidationRun(settings: settings, selection: options.selection, progress: progress).run(targets)
    }
    try write(report)
    let status = ExitStatus(report)
    if status == .nothing { Console.error("nothing was validated: no plug-in was found, or every check was skipped") }
    for fault in report.faults { Console.error("fault of the validator: \(fault)") }
    return status
  }

  private func write(_ report: Report) throws {
    let bytes: [UInt8]
    switch options.format {
    case .json: bytes = try JSONReport.encode(report)
    case .text:
      let style = TextReport.Style(color: usesColor, verbose: options.verbose, quiet: options.quiet)
      bytes = Array(TextReport.render(report, style: style).utf8)
    }
    try Console.write(bytes, to: options.output)
  }

  private var usesColor: Bool {
    switch options.color {
    case .always: true
    case .never: false
    case .auto: options.output == nil && isatty(STDOUT_FILENO) == 1 && getenv("NO_COLOR") == nil
    }
  }
}
