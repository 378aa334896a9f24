/// The differences between an earlier and a later run.
public struct Comparison: Sendable {
  /// A finding and where it was found.
  public struct Entry: Sendable, Equatable {
    /// The plug-in's URI, or the name of the bundle.
    public var place: String
    public var finding: Finding
    /// The severity in the earlier run, if it is higher now.
    public var before: Severity?
  }

  /// Only in the later run, or more severe there.
  public private(set) var new: [Entry] = []
  /// Only in the earlier run; the check ran again.
  public private(set) var fixed: [Entry] = []
  /// In both runs, as the later run reports it.
  public private(set) var unchanged: [Entry] = []
  /// In the earlier run; the check did not run to its end in the later run.
  public private(set) var unknown: [Entry] = []
  /// Reasons why the runs are hard to compare, one sentence each.
  public private(set) var caveats: [String] = []

  public init(_ earlier: Report, _ later: Report) {
    let hasIDs = [earlier, later].allSatisfy { $0.formatVersion > 1 }
    var known = Comparison.entries(of: earlier, byID: hasIDs)
    for (identity, entries) in Comparison.entries(of: later, byID: hasIDs) {
      match(known.removeValue(forKey: identity) ?? [], entries)
    }
    let checked = Comparison.checked(in: later)
    for (identity, entries) in known {
      if checked.contains(identity.ofCheck) { fixed += entries } else { unknown += entries }
    }
    for list in [\Comparison.new, \.fixed, \.unchanged, \.unknown] { self[keyPath: list].sort(by: Comparison.isBefore) }
    caveats = Comparison.caveats(earlier, later)
  }

  /// Pairs findings with the same identity: equal severities first, then the most severe of each run.
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
    // The check ran and reported fewer findings of this kind: the others are fixed.
    fixed += before.dropFirst(rest.count)
  }

  /// Whether a new finding has this severity or a higher one.
  public func isWorse(from severity: Severity) -> Bool { new.contains { $0.finding.severity >= severity } }

  /// The findings by identity; without message ids if a report of format version 1 is compared.
  private static func entries(of report: Report, byID hasIDs: Bool) -> [FindingIdentity: [Entry]] {
    var entries: [FindingIdentity: [Entry]] = [:]
    for (bundle, plugin, checks) in report.subjects {
      let place = plugin?.uri ?? FindingIdentity.name(ofBundle: bundle.path)
      for finding in checks.flatMap(\.findings) {
        let identity = FindingIdentity(finding, bundle: bundle.path, plugin: plugin?.uri)
        entries[hasIDs ? identity : identity.ofCheck, default: []].append(Entry(place: place, finding: finding))
      }
    }
    return entries
  }

  private static func checked(in report: Report) -> Set<FindingIdentity> {
    report.subjects.reduce(into: []) { identities, subject in
      for check in subject.checks where check.status != .skipped {
        identities.insert(FindingIdentity(check: check.check, bundle: subject.bundle.path, plugin: subject.plugin?.uri))
      }
    }
  }

  private static func caveats(_ earlier: Report, _ later: Report) -> [String] {
    var caveats: [String] = []
    for (name, report) in [("first", earlier), ("second", later)] where report.interrupted || !report.faults.isEmpty {
      caveats.append("The \(name) run is incomplete.")
    }
    if earlier.formatVersion == 1 || later.formatVersion == 1 {
      caveats.append("A report of format version 1 has no message ids: findings are matched by plug-in and check.")
    }
    if earlier.tool.version != later.tool.version {
      caveats.append(
        "The reports are from lv2val \(earlier.tool.version) and \(later.tool.version): checks may have changed.")
    }
    let (before, now) = (earlier.settings, later.settings)
    func rates(_ settings: Report.Settings) -> [Double] { settings.rates ?? [settings.rate] }
    func blocks(_ settings: Report.Settings) -> [Int] { settings.blocks ?? [settings.block] }
    if before.seed != now.seed || rates(before) != rates(now) || blocks(before) != blocks(now) {
      caveats.append("The runs differ in seed, sample rate or block length.")
    }
    return caveats
  }

  /// Orders by severity, the highest first, then by place, check and message.
  private static func isBefore(_ left: Entry, _ right: Entry) -> Bool {
    let (mine, other) = (left.finding, right.finding)
    return (other.severity, left.place, mine.check.rawValue, mine.message) < (
      mine.severity, right.place, other.check.rawValue, other.message
    )
  }
}
