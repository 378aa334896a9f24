import Checks
import Model
import TestHost

/// How the checks of one plug-in ended, and which check reports each fault.
///
/// A fault can end many checks. One of them reports it: the check that answers for such faults if it ended too, otherwise the
/// first. Every end is in the report of a check, or is explained by a finding that is in a report.
package struct EndLedger {
  /// How the plug-in ended the process of a check, or what guarded heap blocks found in it.
  private struct End {
    /// The check whose process ended.
    let check: CheckID
    let finding: Finding
    /// The check whose subject the fault is.
    let responsible: CheckID
    /// The check that reports the fault instead if the same fault ended its own process.
    let answering: CheckID
    let activity: CrashRecord.Activity
    /// The crash if it was one.
    let fault: Fault?
    let place: Place?
    /// Whether the end proves that the plug-in damages memory of the host.
    let provesDamage: Bool
    /// Whether the end looks like a consequence of damaged memory.
    let isConsequence: Bool

    /// Whether the damage was noticed later, somewhere else.
    var isUnlocatedDamage: Bool { finding.id?.kind == EndMessage.heapCorruption.word && place == nil }
  }

  /// Which settings a fault needs: values out of range do not explain it in a check that plays none.
  package struct ReductionKey: Hashable {
    let place: Place
    let exceedsRanges: Bool
  }

  /// Who reports an end.
  private enum Decision: Equatable {
    case reported
    case explained(by: CheckID, isDamage: Bool)
  }

  /// The result of a check that ended.
  package struct Verdict {
    package var findings: [Finding] = []
    /// Why the check does not report an end, as a clause.
    package var reason: String?
  }

  /// The plug-in's code, to recognize its frames in backtraces.
  package let code: PluginCode
  private var ends: [End] = []
  /// The checks whose processes crashed as if the heap was damaged, although guarded heap blocks did not prove it.
  private var suspects: Set<CheckID> = []
  /// The settings that crashes or hangs need.
  package private(set) var reductions: [ReductionKey: CrashReduction] = [:]
  /// The settings of the ends in checks whose cause was not found.
  private var settings: [CheckID: CrashReduction] = [:]
  /// The steps that ends of interfaces need.
  private var steps: [ReductionKey: [String]] = [:]

  package init(code: PluginCode) { self.code = code }

  // MARK: Recording

  /// Records the end of a check, which `finding` reports.
  package mutating func record(_ finding: Finding, of end: EndOfChild) {
    append(
      finding, responsible: end.responsible, answering: end.answering, activity: end.crashRecord.activity,
      fault: end.fault, provesDamage: end.provesDamage)
  }

  /// Records a finding of a check about damaged memory.
  ///
  /// - Parameter wasGuarded: whether lv2val guarded the heap blocks because an earlier process of the check crashed.
  package mutating func record(damage finding: Finding, wasGuarded: Bool) {
    let heapGuard = wasGuarded ? Catalogue.check(answeringFor: .heapAccess)?.id : nil
    append(
      finding, responsible: finding.check, answering: heapGuard ?? finding.check, activity: .init(), fault: nil,
      provesDamage: true)
  }

  /// Marks the end of a check as a possible consequence of damaged memory.
  package mutating func suspect(_ check: CheckID) { suspects.insert(check) }

  private mutating func append(
    _ finding: Finding, responsible: CheckID, answering: CheckID, activity: CrashRecord.Activity, fault: Fault?,
    provesDamage: Bool
  ) {
    let place = Place(finding, fault, in: code)
    ends.append(
      End(
        check: finding.check, finding: finding, responsible: responsible, answering: answering, activity: activity,
        fault: fault, place: place, provesDamage: provesDamage || finding.cause == .damage,
        isConsequence: place == nil || EndOfChild.isInAllocator(finding.backtrace ?? [], code)))
  }

  package mutating func record(_ reduction: CrashReduction, at key: ReductionKey, of check: CheckID) {
    if reduction.isReproduced { reductions[key] = reduction } else { settings[check] = reduction }
  }

  package mutating func record(_ reduction: InterfaceReduction, at key: ReductionKey) { steps[key] = reduction.steps }

  /// The key for the settings of an end; nil if its place is unknown.
  package func reductionKey(_ finding: Finding, of end: EndOfChild) -> ReductionKey? {
    Place(finding, end.fault, in: code).map { key($0, responsible: end.responsible) }
  }

  private func key(_ place: Place, responsible: CheckID) -> ReductionKey {
    ReductionKey(place: place, exceedsRanges: Catalogue.provocation(of: responsible).exceedsRanges)
  }

  package func hasEnd(of check: CheckID) -> Bool { ends.contains { $0.check == check } }

  // MARK: Verdicts

  /// The check that proves that the plug-in damages memory of the host; nil if none does.
  ///
  /// - Parameter others: the checks whose findings prove it although their processes did not end.
  package func damage(_ others: Set<CheckID>) -> CheckID? {
    let checks = others.union(ends.filter(\.provesDamage).map(\.check))
    let heapGuard = Catalogue.check(answeringFor: .heapAccess)?.id
    return ([heapGuard].compactMap(\.self) + Catalogue.all.map { $0.id }).first(where: checks.contains)
  }

  /// What each check reports about its ends.
  ///
  /// - Parameter others: the checks whose findings prove damage although their processes did not end.
  package func verdicts(_ others: Set<CheckID>) -> [CheckID: Verdict] {
    let order = Dictionary(uniqueKeysWithValues: Catalogue.all.enumerated().map { ($1.id, $0) })
    let ends = ends.sorted { order[$0.check] ?? .max < order[$1.check] ?? .max }
    let decisions = decisions(ends, damage: damage(others), others)
    return ends.indices.reduce(into: [:]) { verdicts, index in
      let end = ends[index]
      let reporter = reporter(of: index, ends, decisions, others) ?? end.check
      switch decisions[index] {
      case .reported: verdicts[end.check, default: Verdict()].findings.append(explained(end))
      case .explained(_, let isDamage):
        verdicts[end.check, default: Verdict()].reason =
          isDamage
          ? "the plug-in damaged memory of the host, see \(reporter.rawValue)"
          : "the fault that \(reporter.rawValue) reports ended this check too"
      }
    }
  }

  private func decisions(_ ends: [End], damage: CheckID?, _ others: Set<CheckID>) -> [Decision] {
    var decisions: [Decision] = []
    var reporters: [Place: CheckID] = [:]
    for end in ends {
      let decision = decision(end, damage: damage, reporters)
      decisions.append(decision)
      if decision == .reported, let place = end.place { reporters[place] = end.check }
    }
    // Explanations must not form a circle: an end whose explanation is not reported is reported itself.
    while let index = decisions.indices.first(where: { reporter(of: $0, ends, decisions, others) == nil }) {
      decisions[index] = .reported
    }
    return decisions
  }

  private func decision(_ end: End, damage: CheckID?, _ reporters: [Place: CheckID]) -> Decision {
    if let damage, damage != end.check, end.isConsequence || suspects.contains(end.check) {
      return .explained(by: damage, isDamage: true)
    }
    if end.isUnlocatedDamage, ends.contains(where: { $0.check == end.check && !$0.isUnlocatedDamage }) {
      return .explained(by: end.check, isDamage: false)
    }
    if end.answering != end.check, hasEnd(of: end.answering, at: end.place) {
      return .explained(by: end.answering, isDamage: false)
    }
    guard let place = end.place else { return .reported }
    if Catalogue.provocation(of: end.check).exceedsRanges, let other = checkWithinRanges(endedLike: end) {
      return .explained(by: other, isDamage: false)
    }
    if let call = end.finding.call, let owner = Catalogue.check(answeringFor: .call(call))?.id, owner != end.check,
      hasEnd(of: owner, at: place)
    {
      return .explained(by: owner, isDamage: false)
    }
    return reporters[place].map { .explained(by: $0, isDamage: false) } ?? .reported
  }

  /// The check that reports an end, at the end of its explanations; nil if they lead to no report.
  private func reporter(
    of index: Int, _ ends: [End], _ decisions: [Decision], _ others: Set<CheckID>, visited: Set<Int> = []
  ) -> CheckID? {
    guard case .explained(let other, let isDamage) = decisions[index] else { return ends[index].check }
    if isDamage && others.contains(other) { return other }
    let visited = visited.union([index])
    let next = ends.indices.filter {
      ends[$0].check == other && (!isDamage || ends[$0].provesDamage) && !visited.contains($0)
    }
    return next.lazy.compactMap { reporter(of: $0, ends, decisions, others, visited: visited) }.first
  }

  /// A check that ended by the same fault although its controls were within their ranges.
  ///
  /// A hang has no fault to compare: any hang in the same call is regarded as the same.
  private func checkWithinRanges(endedLike end: End) -> CheckID? {
    let isSame = { (other: End) in
      if end.finding.cause == .hang { return other.place == end.place }
      return end.fault.flatMap { fault in other.fault.map(fault.isSamePlace) } ?? false
    }
    let checks = Set(ends.filter(isSame).map(\.check))
    return Catalogue.all.map { $0.id }.first { checks.contains($0) && !Catalogue.provocation(of: $0).exceedsRanges }
  }

  /// Whether the plug-in ended the process of a check at that place; anywhere if the place is not known.
  private func hasEnd(of check: CheckID, at place: Place?) -> Bool {
    ends.contains { $0.check == check && (place == nil || $0.place == place) }
  }

  // MARK: Sentences

  /// The finding of an end with the settings that it needs, and with a backtrace that begins in the plug-in.
  private func explained(_ end: End) -> Finding {
    var finding = end.finding
    finding.backtrace = finding.backtrace.map { EndOfChild.startingInPlugin($0, code) }
    let known = end.place.flatMap { reductions[key($0, responsible: end.responsible)] }
    let reduction = finding.cause.isReducible ? known ?? settings[end.check] : nil
    let needed = end.place.flatMap { steps[key($0, responsible: end.responsible)] } ?? []
    if !needed.isEmpty {
      finding.steps = needed
    } else if let reduction, reduction.isExplained {
      explain(&finding, end, reduction)
    } else {
      describe(&finding, end, reduction)
    }
    return finding
  }

  /// Adds the settings that a fresh instance needs for the same end.
  private func explain(_ finding: inout Finding, _ end: End, _ reduction: CrashReduction) {
    finding.message += reduction.text
    let isOfControls = Catalogue.provocation(of: end.check).isMoreThanNoise && !reduction.text.isEmpty
    if isOfControls { finding.message += " What \(end.check) tests is not the cause." }
    let exceedsRanges = Catalogue.provocation(of: end.responsible).exceedsRanges
    if isOfControls || exceedsRanges && reduction.isWithinRanges {
      finding.remedy = finding.cause == .hang ? EndText.remedyOfHang : EndText.remedy(in: .run)
      if finding.cause != .damage { finding.rule = EndOfChild.rule.citation }
    }
    finding.controls = reduction.controls.isEmpty ? nil : reduction.controls
  }

  /// Adds what is known about the circumstances if the necessary settings are not.
  private func describe(_ finding: inout Finding, _ end: End, _ reduction: CrashReduction?) {
    let provocation = Catalogue.provocation(of: end.responsible)
    var controls = finding.controls ?? []
    if provocation.isIndependentOfControls {
      controls = []
    } else if !provocation.exceedsRanges {
      controls = reduction?.controls ?? controls
    }
    let statesValues = controls.count > 1 || end.activity.statesControl
    let circumstances = [end.activity.text, statesValues ? "" : controls.text].filter { !$0.isEmpty }
    if !circumstances.isEmpty { finding.message += " Circumstances: \(circumstances.joined(separator: ", "))." }
    if provocation.exceedsRanges, reduction != nil {
      finding.message += " A fresh instance did not do this at that value alone."
    }
    if controls.count > 1 { finding.message += " Control values, perhaps not all necessary: \(controls.text)." }
    finding.controls = controls.isEmpty ? nil : controls.statedInText
  }
}

extension Cause {
  /// Whether fewer control values can be the cause.
  package var isReducible: Bool { self == .crash || self == .damage || self == .hang }
}
