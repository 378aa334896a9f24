extension Report {
  /// One report of several: the parts of a collection that was validated on several machines.
  ///
  /// Bundles are matched by path, plug-ins by URI; results of the same check add up. The duration is the sum, and the
  /// host can trap system calls where all can.
  ///
  /// - Throws: `MergingError` where the runs were asked for different things, or a shard is missing.
  public static func merged(_ reports: [Report]) throws(MergingError) -> Report {
    guard var merged = reports.first else { throw MergingError("there is no report to merge") }
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

  /// A part that is not there would be taken for one without findings.
  private static func requireAllShards(_ reports: [Report]) throws(MergingError) {
    let shards = reports.compactMap(\.settings.shard)
    guard let count = shards.first?.count else { return }
    if let wrong = shards.first(where: { $0.count < 1 }) {
      throw MergingError("a report says that it is shard \(wrong.index)/\(wrong.count), and there is no such part")
    }
    for index in 1...count {
      let found = shards.count { $0 == Shard(index: index, count: count) }
      if found == 0 { throw MergingError("shard \(index)/\(count) is missing") }
      if found > 1 { throw MergingError("shard \(index)/\(count) is there \(found) times") }
    }
    if shards.count != count { throw MergingError("the shards are not all of \(count)") }
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

  private static func union(_ left: [CheckReport], _ right: [CheckReport]) -> [CheckReport] {
    var reports: [CheckID: CheckReport] = [:]
    for report in left + right { reports[report.check].merge(report) }
    return reports.values.sorted { $0.check < $1.check }
  }
}

/// Reports that do not belong together: a line for the user.
public struct MergingError: Error, Equatable, CustomStringConvertible {
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
