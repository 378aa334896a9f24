import Support

extension Report {
  /// One report of several, which are the shards of a run on several machines.
  ///
  /// Bundles are matched by path and plug-ins by URI; results of the same check are combined. The duration is the sum.
  /// `trapsSystemCalls` is true if it is true for all hosts.
  ///
  /// - Throws: `UsageError` if the settings of the runs differ, or a shard is missing.
  public static func merged(_ reports: [Report]) throws(UsageError) -> Report {
    guard var merged = reports.first else { throw UsageError("no report to merge") }
    try requireAllShards(reports)
    merged.settings.shard = nil
    merged.bundles = []
    for report in reports {
      if report.tool != merged.tool { throw UsageError("the reports are from different versions of lv2val") }
      var settings = report.settings
      settings.shard = nil
      (settings.jobs, settings.display) = (merged.settings.jobs, merged.settings.display)
      if settings != merged.settings { throw UsageError("the runs differ in an option other than --jobs and --shard") }
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
  private static func requireAllShards(_ reports: [Report]) throws(UsageError) {
    let shards = reports.compactMap(\.settings.shard)
    guard let count = shards.first?.count else { return }
    if let wrong = shards.first(where: { $0.count < 1 }) {
      throw UsageError("a report has the invalid shard number \(wrong.index)/\(wrong.count)")
    }
    for index in 1...count {
      let found = shards.count { $0 == Shard(index: index, count: count) }
      if found == 0 { throw UsageError("shard \(index)/\(count) is missing") }
      if found > 1 { throw UsageError("shard \(index)/\(count) was given \(found) times") }
    }
    if shards.count != count { throw UsageError("the reports belong to runs with different numbers of shards") }
  }

  private mutating func add(_ bundle: BundleReport) {
    bundles.add(bundle, by: \.path) { known, bundle in
      for check in bundle.checks { known.checks.add(check, by: \.check) { $0.merge($1) } }
      for plugin in bundle.plugins {
        known.plugins.add(plugin, by: \.uri) { known, plugin in
          for check in plugin.checks { known.checks.add(check, by: \.check) { $0.merge($1) } }
          known.pace = known.pace ?? plugin.pace
          known.hasSlowWork = known.hasSlowWork ?? plugin.hasSlowWork
          known.file = known.file ?? plugin.file
          known.measurements = known.measurements ?? plugin.measurements
          known.interfaces = known.interfaces ?? plugin.interfaces
        }
      }
      known.plugins.sort { $0.uri < $1.uri }
      for library in bundle.coverage ?? [] { known.add(library) }
    }
  }
}

extension BundleReport {
  /// Adds the coverage of a library. Of two shards, the one that ran more of it counts: which functions ran is not in a
  /// report.
  fileprivate mutating func add(_ library: LibraryCoverage) {
    var libraries = coverage ?? []
    libraries.add(library, by: \.library) { known, library in if library.ran > known.ran { known = library } }
    coverage = libraries
  }
}

extension Array {
  /// Appends an element, or combines it with the element that has the same key.
  fileprivate mutating func add(
    _ element: Element, by key: KeyPath<Element, some Equatable>, combine: (inout Element, Element) -> Void
  ) {
    if let index = firstIndex(where: { $0[keyPath: key] == element[keyPath: key] }) {
      combine(&self[index], element)
    } else {
      append(element)
    }
  }
}
