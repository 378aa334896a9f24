extension Report {
  /// One report of several runs over the same targets, at different rates, block lengths or seeds.
  ///
  /// Of each message id and subject, the findings of the first run in which it is the most severe count. The message states in how
  /// many runs it was observed, and the settings of that run. A check passed if it passed in at least one run, has no finding, and
  /// no run was prevented.
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
        let parts = runs.map { $0.bundles[bundle].plugins[plugin] }
        combined.bundles[bundle].plugins[plugin].checks = combinedChecks(runs) {
          $0.bundles[bundle].plugins[plugin].checks
        }
        combined.bundles[bundle].plugins[plugin].pace = parts.compactMap(\.pace).min { $0.share < $1.share }
        combined.bundles[bundle].plugins[plugin].hasSlowWork = parts.contains { $0.hasSlowWork == true } ? true : nil
        combined.bundles[bundle].plugins[plugin].file = parts.compactMap(\.file).first
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
    // A run without findings tells more than one in which the check does not apply, and nothing about one that was prevented or
    // for which no time was left.
    let representative =
      reports.first { $0.report.skipCause == .obstacle || $0.report.skipCause == .time }
      ?? reports.first { $0.report.status != .skipped } ?? reports.first
    guard var combined = representative?.report else { return nil }
    combined.duration = reports.reduce(0) { $0 + $1.report.duration }
    combined.share = reports.compactMap(\.report.share).min()
    combined.findings = []
    for finding in reports.flatMap(\.report.findings) where !combined.findings.contains(where: finding.isSameKind) {
      combined.findings += findings(of: finding, in: reports, of: count)
    }
    if !combined.findings.isEmpty { combined.status = .found }
    return combined
  }

  /// The findings of a kind in the first run that has the most severe one.
  private static func findings(
    of kind: Finding, in reports: [(settings: Settings, report: CheckReport)], of count: Int
  ) -> [Finding] {
    let runs = reports.map { ($0.settings, findings: $0.report.findings.filter(kind.isSameKind)) }
      .filter { !$0.findings.isEmpty }
    let most = runs.flatMap(\.findings).map(\.severity).max()
    guard let place = runs.firstIndex(where: { $0.findings.contains { $0.severity == most } }) else { return [] }
    let (settings, found) = runs[place]
    return found.map { finding in
      var finding = finding
      finding.message +=
        " Observed in \(runs.count) of \(count) runs, \(place == 0 ? "first" : "at its worst") at \(Int(settings.rate)) Hz "
        + "in blocks of \(settings.block) frames with seed \(settings.seed)."
      finding.run = Finding.Run(rate: settings.rate, block: settings.block)
      return finding
    }
  }
}

extension Finding {
  /// Whether another finding has the message and the subject of this one, whatever its severity.
  package func isSameKind(_ other: Finding) -> Bool { id == other.id && subject == other.subject }
}
