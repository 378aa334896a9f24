import Reporting

/// `lv2val compare A.json B.json`: what is new, fixed and unchanged from one run to the next.
struct CompareCommand {
  let options: Options

  func run() throws -> ExitStatus {
    guard options.arguments.count == 2 else { throw UsageError("compare wants two JSON reports, the old one first") }
    guard let output = options.outputs.first, options.outputs.count == 1, output.format == .text else {
      throw UsageError("compare writes text alone")
    }
    let later = try ReportFile.read(options.arguments[1])
    let comparison = Comparison(try ReportFile.read(options.arguments[0]), later)
    let failOn = options.failOn ?? .note
    let isComplete = later.faults.isEmpty && !later.interrupted
    let status: ExitStatus = comparison.isWorse(from: failOn) ? .findings : isComplete ? .clean : .fault
    let text = ComparisonText.render(
      comparison, failOn: failOn, status: status, style: ReportWriter(options: options).style(output))
    try Console.write(Array(text.utf8), to: output.path)
    return status
  }
}
