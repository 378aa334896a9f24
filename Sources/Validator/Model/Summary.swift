public struct Summary: Sendable, Equatable {
  public private(set) var plugins = 0
  /// Checks that ran to their end, of all plug-ins and bundles.
  public private(set) var run = 0
  public private(set) var skipped = 0
  /// Skipped checks that do not follow from the description of the plug-in or a choice of the user.
  public private(set) var prevented = 0
  private var counts: [Severity: Int] = [:]

  public init(_ report: Report) {
    for (_, plugin, checks) in report.subjects {
      if plugin != nil { plugins += 1 }
      skipped += checks.count { $0.status == .skipped }
      prevented += checks.count { [.finding, .time, .obstacle].contains($0.skipCause) }
      run += checks.count { $0.status != .skipped }
      for finding in checks.flatMap(\.findings) { counts[finding.severity, default: 0] += 1 }
    }
  }

  /// The number of findings of this severity; repeated observations count as one.
  public func count(_ severity: Severity) -> Int { counts[severity, default: 0] }

  /// Whether there is a finding of this severity or a higher one.
  public func reaches(_ severity: Severity) -> Bool { counts.keys.contains { $0 >= severity } }
}
