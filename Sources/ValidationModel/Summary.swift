/// The numbers of a report.
public struct Summary: Sendable, Equatable {
  public var bundles = 0
  public var plugins = 0
  /// Plug-ins and bundles with an error.
  public var broken = 0
  /// Checks that were run to their end, of all plug-ins together.
  public var run = 0
  public var skipped = 0
  private var counts: [Severity: Int] = [:]

  public init(_ report: Report) {
    bundles = report.bundles.count
    plugins = report.bundles.reduce(0) { $0 + $1.plugins.count }
    for bundle in report.bundles {
      for checks in [bundle.checks] + bundle.plugins.map(\.checks) {
        add(checks)
      }
    }
  }

  /// The number of findings of this severity; many of a kind count as one.
  public func count(_ severity: Severity) -> Int { counts[severity, default: 0] }

  /// Whether there is a finding at this severity or above.
  public func reaches(_ severity: Severity) -> Bool {
    counts.contains { $0.key >= severity && $0.value > 0 }
  }

  private mutating func add(_ checks: [CheckReport]) {
    for check in checks {
      if check.status == .skipped { skipped += 1 } else { run += 1 }
      for finding in check.findings { counts[finding.severity, default: 0] += 1 }
    }
    if checks.contains(where: { $0.findings.contains { $0.severity == .error } }) { broken += 1 }
  }
}
