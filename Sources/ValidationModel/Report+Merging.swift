extension Report {
  /// One report of several, which are the shards of a run on several machines.
  ///
  /// Bundles are matched by path and plug-ins by URI; results of the same check are combined. The duration is the sum.
  /// `trapsSystemCalls` is true if it is true for all hosts.
  ///
  /// - Throws: `MergingError` if the settings of the runs differ, or a shard is missing.
  public static func merged(_ reports: [Report]) throws(MergingError) -> Report {
    guard var merged = reports.first else { throw MergingError("no report to merge") }
    try requireAllShards(reports)
    merged.settings.shard = nil
    merged.bundles = []
    for report in reports {
      if report.tool != merged.tool { throw MergingError("the reports are from different versions of lv2val") }
      var settings = report.settings
      settings.shard = nil
      settings.jobs = merged.settings.jobs
      if settings != merged.settings { throw MergingError("the runs differ in seed, rate, block, timeout or fail-on") }
      for bundle in report.bundles { merged.add(bundle) }
    }
    merged.bundles.sort { $0.path < $1.path }
    merged.interrupted = reports.contains(where: \.interrupted)
    merged.duration = reports.reduce(0) { $0 + $1.duration }
    merged.faults = reports.flatMap(\.faults)
    merged.host.trapsSystemCalls = reports.allSatisfy(\.host.trapsSystemCalls)
    return merged
  }

  /// A missing shard would look like plug-ins without findings.
  private static func requireAllShards(_ reports: [Report]) throws(MergingError) {
    let shards = reports.compactMap(\.settings.shard)
    guard let count = shards.first?.count else { return }
    if let wrong = shards.first(where: { $0.count < 1 }) {
      throw MergingError("a report has the invalid shard number \(wrong.index)/\(wrong.count)")
    }
    for index in 1...count {
      let found = shards.count { $0 == Shard(index: index, count: count) }
      if found == 0 { throw MergingError("shard \(index)/\(count) is missing") }
      if found > 1 { throw MergingError("shard \(index)/\(count) was given \(found) times") }
    }
    if shards.count != count { throw MergingError("the reports belong to runs with different numbers of shards") }
  }

  private mutating func add(_ bundle: BundleReport) {
    guard let index = bundles.firstIndex(where: { $0.path == bundle.path }) else {
      bundles.append(bundle)
      return
    }
    bundles[index].checks = Report.union(bundles[index].checks, bundle.checks)
    for plugin in bundle.plugins {
      if let known = bundles[index].plugins.firstIndex(where: { $0.uri == plugin.uri }) {
        bundles[index].plugins[known].checks = Report.union(bundles[index].plugins[known].checks, plugin.checks)
        bundles[index].plugins[known].measurements = bundles[index].plugins[known].measurements ?? plugin.measurements
      } else {
        bundles[index].plugins.append(plugin)
      }
    }
    bundles[index].plugins.sort { $0.uri < $1.uri }
  }

  /// The results of both, in the order in which the checks first appear.
  private static func union(_ left: [CheckReport], _ right: [CheckReport]) -> [CheckReport] {
    var union = left
    for report in right {
      if let index = union.firstIndex(where: { $0.check == report.check }) {
        union[index].merge(report)
      } else {
        union.append(report)
      }
    }
    return union
  }
}

/// Why reports cannot be merged: a line for the user.
public struct MergingError: Error, Equatable, CustomStringConvertible {
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
