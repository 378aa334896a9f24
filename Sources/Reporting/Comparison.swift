import LV2Checks

/// What has changed from one run to a later one.
public struct Comparison: Sendable {
  /// A finding, and what it is about.
  public struct Entry: Sendable, Equatable {
    /// The plug-in's URI, or the name of the bundle.
    public var place: String
    public var finding: Finding
    /// What it was in the earlier run, where it is graver now.
    public var before: Severity?
  }

  /// In the later run alone, or graver there.
  public private(set) var new: [Entry] = []
  /// In the earlier run alone, and its check was run again.
  public private(set) var fixed: [Entry] = []
  /// In both; as the later run tells it.
  public private(set) var unchanged: [Entry] = []
  /// In the earlier run, and nobody knows now: its check was not run to its end in the later one.
  public private(set) var unknown: [Entry] = []
  /// What makes the two runs hard to compare, a sentence each.
  public private(set) var caveats: [String] = []

  public init(_ earlier: Report, _ later: Report) {
    var known = Comparison.entries(of: earlier)
    for (identity, entries) in Comparison.entries(of: later) {
      match(known.removeValue(forKey: identity) ?? [], entries)
    }
    let checked = Comparison.checked(in: later)
    for (identity, entries) in known {
      if checked.contains(Subject(identity)) { fixed += entries } else { unknown += entries }
    }
    new.sort(by: Comparison.isBefore)
    fixed.sort(by: Comparison.isBefore)
    unchanged.sort(by: Comparison.isBefore)
    unknown.sort(by: Comparison.isBefore)
    caveats = Comparison.caveats(earlier, later)
  }

  /// Tells the findings of one identity apart: equal severities first, then the gravest with the gravest.
  private mutating func match(_ earlier: [Entry], _ later: [Entry]) {
    var before = earlier.sorted { $0.finding.severity > $1.finding.severity }
    var rest: [Entry] = []
    for entry in later.sorted(by: { $0.finding.severity > $1.finding.severity }) {
      if let same = before.firstIndex(where: { $0.finding.severity == entry.finding.severity }) {
        before.remove(at: same)
        unchanged.append(entry)
      } else {
        rest.append(entry)
      }
    }
    for (old, entry) in zip(before, rest) {
      if entry.finding.severity > old.finding.severity {
        new.append(Entry(place: entry.place, finding: entry.finding, before: old.finding.severity))
      } else {
        unchanged.append(entry)
      }
    }
    new += rest.dropFirst(before.count)
    // Fewer of the same kind than before: the check was run, so the others are gone.
    fixed += before.dropFirst(rest.count)
  }

  /// Whether something new is at this severity or above.
  public func isWorse(from severity: Severity) -> Bool {
    new.contains { $0.finding.severity >= severity }
  }

  /// What a check was run on.
  private struct Subject: Hashable {
    let bundle: String
    let plugin: String?
    let check: CheckID

    init(_ identity: FindingIdentity) {
      bundle = identity.bundle
      plugin = identity.plugin
      check = identity.check
    }

    init(bundle: String, plugin: String?, check: CheckID) {
      self.bundle = FindingIdentity.name(ofBundle: bundle)
      self.plugin = plugin
      self.check = check
    }
  }

  private static func checks(of report: Report) -> [(bundle: BundleReport, plugin: String?, check: CheckReport)] {
    report.bundles.flatMap { bundle in
      bundle.checks.map { (bundle, nil, $0) }
        + bundle.plugins.flatMap { plugin in plugin.checks.map { (bundle, plugin.uri, $0) } }
    }
  }

  private static func entries(of report: Report) -> [FindingIdentity: [Entry]] {
    var entries: [FindingIdentity: [Entry]] = [:]
    for (bundle, plugin, check) in checks(of: report) {
      for finding in check.findings {
        let identity = FindingIdentity(finding, bundle: bundle.path, plugin: plugin)
        let place = plugin ?? FindingIdentity.name(ofBundle: bundle.path)
        entries[identity, default: []].append(Entry(place: place, finding: finding))
      }
    }
    return entries
  }

  private static func checked(in report: Report) -> Set<Subject> {
    let run = checks(of: report).filter { $0.check.status != .skipped }
    return Set(run.map { Subject(bundle: $0.bundle.path, plugin: $0.plugin, check: $0.check.check) })
  }

  private static func caveats(_ earlier: Report, _ later: Report) -> [String] {
    var caveats: [String] = []
    for (name, report) in [("first", earlier), ("second", later)] where report.interrupted || !report.faults.isEmpty {
      caveats.append("The \(name) run is not complete.")
    }
    if earlier.tool.version != later.tool.version {
      caveats.append("lv2val was \(earlier.tool.version) and is \(later.tool.version): checks may have changed.")
    }
    let (before, now) = (earlier.settings, later.settings)
    if before.seed != now.seed || before.rate != now.rate || before.block != now.block {
      caveats.append("The runs differ in seed, rate or block.")
    }
    return caveats
  }

  /// The gravest first, then by place and check.
  private static func isBefore(_ left: Entry, _ right: Entry) -> Bool {
    let (mine, other) = (left.finding, right.finding)
    return (other.severity, left.place, mine.check, mine.message) < (
      mine.severity, right.place, other.check, other.message
    )
  }
}
