/// How the validator ends.
public enum ExitStatus: Int32, Sendable {
  /// Nothing was found at the failing level.
  case clean = 0
  /// Something was.
  case findings = 1
  /// The command line or the configuration is wrong.
  case usage = 2
  /// The validator itself failed.
  case fault = 3
  /// There was nothing to validate.
  case nothing = 4

  /// The status that a report stands for.
  ///
  /// Findings come before an interruption: what was found is true, whatever else would have been.
  public init(_ report: Report) {
    let summary = Summary(report)
    if summary.reaches(report.settings.failOn) {
      self = .findings
    } else if !report.faults.isEmpty || report.interrupted {
      self = .fault
    } else if summary.run == 0 {
      self = .nothing
    } else {
      self = .clean
    }
  }
}
