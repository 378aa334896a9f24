public enum ExitStatus: Int32, Sendable {
  /// No finding reaches the failing severity.
  case clean = 0
  /// At least one finding reaches the failing severity.
  case findings = 1
  /// The command line or the configuration is wrong.
  case usage = 2
  /// The validator itself failed.
  case fault = 3
  /// There was nothing to validate.
  case nothing = 4

  /// The status of a report.
  ///
  /// Findings take precedence over an interruption: what was found is true, whatever the rest of the run would have found.
  public init(_ report: Report) {
    let summary = Summary(report)
    if summary.reaches(report.settings.failOn) {
      self = .findings
    } else if !report.faults.isEmpty || report.interrupted || !report.obstacles.isEmpty {
      self = .fault
    } else if summary.run == 0 {
      self = .nothing
    } else {
      self = .clean
    }
  }

  /// The verdict that reports print. An incomplete run is never a pass.
  public var verdict: String {
    switch self {
    case .clean: "PASS"
    case .findings: "FAIL"
    case .usage, .fault: "INCOMPLETE"
    case .nothing: "NOTHING VALIDATED"
    }
  }
}
