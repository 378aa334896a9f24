import Reporting

/// `lv2val merge A.json B.json ...`: one report of the parts of a run, or one report in another format.
struct MergeCommand {
  let options: Options

  func run() throws -> ExitStatus {
    guard !options.arguments.isEmpty else { throw UsageError("merge wants JSON reports") }
    var reports: [Report] = []
    for path in options.arguments { reports.append(try ReportFile.read(path)) }
    var merged: Report
    do {
      merged = try Report.merged(reports)
    } catch {
      throw UsageError("\(error)")
    }
    if let failOn = options.failOn { merged.settings.failOn = failOn }
    try ReportWriter(options: options).write(merged)
    return ExitStatus(merged)
  }
}
