extension Report {
  /// One report of several runs over the same targets, at different rates, block lengths or seeds.
  ///
  /// A finding of any run counts, once for each message id and subject. Its message states in how many runs it was
  /// observed, and the settings of the first. A check passed if it passed in at least one run, has no finding, and no run was
  /// prevented.
  ///
  /// - Precondition: there is at least one run.
  public static func combined(_ runs: [Report]) -> Report {
    guard var combined = runs.first, runs.count > 1 else { return runs[0] }
    combined.interrupted = runs.contains(where: \.interrupted)
    combined.duration = runs.reduce(0) { $0 + $1.duration }
    combined.faults = runs.flatMap(\.faults)
    for bundle in combined.bundles.indices {
      combined.bundles[bundle].checks = combinedChecks(runs) { $0.bundles[bundle].checks }
      // The last run knows the functions that ran in all of them.
      combined.bundles[bundle].coverage = runs.last?.bundles[bundle].coverage
      for plugin in combined.bundles[bundle].plugins.indices {
        combined.bundles[bundle].plugins[plugin].checks = combinedChecks(runs) {
          $0.bundles[bundle].plugins[plugin].checks
        }
      }
    }
    return combined
  }

  private static func combinedChecks(_ runs: [Report], _ checks: (Report) -> [CheckReport]) -> [CheckReport] {
    var order: [CheckID] = []
    var reports: [CheckID: [(settings: Settings, report: CheckReport)]] = [:]
    for run in runs {
      for report in checks(run) {
        if reports[report.check] == nil { order.append(report.check) }
        reports[report.check, default: []].append((run.settings, report))
      }
    }
    return order.compactMap { reports[$0].flatMap { combined($0, of: runs.count) } }
  }

  private static func combined(_ reports: [(settings: Settings, report: CheckReport)], of count: Int) -> CheckReport? {
    // A run without findings tells more than one in which the check does not apply, and nothing about one that was prevented.
    let representative =
      reports.first { $0.report.skipCause == .obstacle } ?? reports.first { $0.report.status != .skipped }
      ?? reports.first
    guard var combined = representative?.report else { return nil }
    combined.duration = reports.reduce(0) { $0 + $1.report.duration }
    combined.findings = []
    for (settings, report) in reports {
      for finding in report.findings where !combined.findings.contains(where: { $0.isSameKind(as: finding) }) {
        let observed = reports.count { $0.report.findings.contains { $0.isSameKind(as: finding) } }
        var finding = finding
        finding.message +=
          " Observed in \(observed) of \(count) runs, first at \(Int(settings.rate)) Hz in blocks of \(settings.block) frames"
          + " with seed \(settings.seed)."
        finding.run = Finding.Run(rate: settings.rate, block: settings.block)
        combined.findings.append(finding)
      }
    }
    if !combined.findings.isEmpty { combined.status = .found }
    return combined
  }
}

extension Finding {
  fileprivate func isSameKind(as other: Finding) -> Bool { id == other.id && subject == other.subject }
}
