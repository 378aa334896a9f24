import FoundationEssentials
import Model
import Reporting
import Support

extension Options {
  /// `lv2val merge REPORT...`: one report of all shards of a run, or one report in another format.
  func merge() throws -> ExitStatus {
    guard !arguments.isEmpty else { throw UsageError("merge requires JSON reports") }
    let reports = try arguments.map { path throws(UsageError) in try Report(file: path) }
    var merged = try Report.merged(reports)
    if let failOn { merged.settings.failOn = failOn }
    return ExitStatus(try write(merged))
  }

  /// `lv2val compare OLD NEW`: the new, fixed and unchanged findings.
  func compare() throws -> ExitStatus {
    guard arguments.count == 2 else { throw UsageError("compare requires two JSON reports: OLD NEW") }
    guard let output = outputs.first, outputs.count == 1, output.format == .text else {
      throw UsageError("compare writes text only")
    }
    let later = try Report(file: arguments[1], oldest: 1)
    let comparison = Comparison(try Report(file: arguments[0], oldest: 1), later)
    let failOn = failOn ?? .note
    let isComplete = later.faults.isEmpty && later.obstacles.isEmpty && !later.interrupted
    let status: ExitStatus = comparison.isWorse(from: failOn) ? .findings : isComplete ? .clean : .fault
    let text = ComparisonText.render(comparison, failOn: failOn, status: status, style: style(output))
    try write(Array(text.utf8), to: output)
    return status
  }
}

extension Report {
  /// Reads a report that `--format json` wrote.
  ///
  /// - Parameter oldest: the oldest format version that the command supports.
  /// - Throws: `UsageError` if the file cannot be read or is not a report of a supported version.
  init(file path: String, oldest: Int = Report.formatVersion) throws(UsageError) {
    struct Header: Decodable {
      var formatVersion: Int
    }
    let bytes = try readFile(path)
    let version = try? JSONDecoder().decode(Header.self, from: Data(bytes)).formatVersion
    if let version, !(oldest...Report.formatVersion).contains(version) {
      let supported = oldest == Report.formatVersion ? "\(oldest)" : "\(oldest) to \(Report.formatVersion)"
      throw UsageError("\(path) has format version \(version); this command reads version \(supported)")
    }
    guard version != nil, let report = try? JSONReport.decode(bytes) else {
      throw UsageError("\(path) is not a JSON report of lv2val")
    }
    self = report
  }
}
