extension ExitStatus {
  /// The verdict on the plug-ins as reports give it. A run that did not go to its end passes nobody.
  public var verdict: String {
    switch self {
    case .clean: "PASS"
    case .findings: "FAIL"
    case .usage, .fault: "INCOMPLETE"
    case .nothing: "NOTHING VALIDATED"
    }
  }
}
