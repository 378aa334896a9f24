import Checks
import Ends
import Model
import Sandbox

// The steps that findings about interfaces need, and pictures of interfaces.
extension SubjectRun {
  /// Searches the steps that an end of an interface needs.
  ///
  /// If several checks end at the same place, those of the first one in the catalogue count, whichever ends first.
  func searchSteps(_ finding: Finding, _ end: EndOfChild, _ interface: String) {
    guard let key = results.ledger.reductionKey(finding, of: end), let target = InterfaceReduction.Target(finding, end)
    else { return }
    searchSteps(of: .end(key), end.check, interface, target) { [self] in results.ledger.record($0, at: key) }
  }

  /// Searches the steps that lead to a fault of several checks. Those of the check that reports it count.
  private func searchSteps(
    of fault: SharedFault, _ check: CheckID, _ interface: String, _ target: InterfaceReduction.Target,
    found: @escaping (InterfaceReduction) -> Void
  ) {
    guard let rank = fault.rank(of: check), rank < stepRanks[fault] ?? .max else { return }
    stepRanks[fault] = rank
    searchSteps(of: check, interface, target) { [self] in if stepRanks[fault] == rank { found($0) } }
  }

  /// Searches the steps that findings of a check need which the check can find again.
  func searchSteps(of report: CheckReport, _ interface: String) {
    guard let check = Catalogue.check(report.check) as? any InterfaceCheck.Type else { return }
    for finding in report.findings where check.findsAgain(finding) {
      guard let id = finding.id else { continue }
      let target = InterfaceReduction.Target.finding(id, subject: finding.subject)
      if ServerErrors.contain(id), let subject = finding.subject {
        searchSteps(of: .serverError(subject), report.check, interface, target) { [self] in
          results.stepsOfServerErrors[subject] = $0.steps
        }
      } else {
        searchSteps(of: report.check, interface, target) { [self] in results.add(steps: $0.steps, to: finding) }
      }
    }
  }

  /// Adds a job that takes pictures of an interface. Its end says nothing about the plug-in, because the checks examine
  /// that.
  func addPictures(of interface: String) {
    guard let subject = subject() else { return }
    outstanding += 1
    pictures = (pictures ?? []) + [InterfacePictures(uri: interface)]
    supervisor.add(.halfSlot) { [self] () throws(SandboxError) in
      try ChildJob.make(.takePictures(subject, interface: interface), limits: limits) { [self] _, message in
        guard case .picture(let picture) = message, let index = pictures?.firstIndex(where: { $0.uri == interface })
        else { return }
        pictures?[index].pictures.append(picture)
      } ended: { [self] _, ending, _ in
        endJob(ending)
      }
    }
  }

  private func searchSteps(
    of check: CheckID, _ interface: String, _ target: InterfaceReduction.Target,
    found: @escaping (InterfaceReduction) -> Void
  ) {
    guard run.steps == nil, let subject = subject() else { return }
    outstanding += 1
    let specification = JobSpecification.reduceSteps(
      subject, interface: interface, check: check, target, code: results.ledger.code)
    supervisor.addNext(.halfSlot) { [self] () throws(SandboxError) in
      try ChildJob.make(specification, limits: limits) { _, message in
        if case .reducedSteps(let reduction) = message { found(reduction) }
      } ended: { [self] _, ending, _ in
        endJob(ending)
      }
    }
  }
}

/// A fault of an interface that several checks can see, and one reports.
enum SharedFault: Hashable {
  case end(EndLedger.ReductionKey)
  /// By the subject of its findings.
  case serverError(String)

  /// The order in which checks report the fault: that of the catalogue, after the owner of errors of the X server.
  func rank(of check: CheckID) -> Int? {
    if case .serverError = self, check == ServerErrors.owner { return -1 }
    return Catalogue.all.firstIndex { $0.id == check }
  }
}

extension InterfaceReduction.Target {
  /// Nil if the end cannot be recognized in another process.
  fileprivate init?(_ finding: Finding, _ end: EndOfChild) {
    switch (finding.cause, end.fault) {
    case (.crash, let fault?), (.damage, let fault?): self = .fault(fault)
    case (.hang, _): self = .hang
    case (.exit, _): self = .exit
    default: return nil
    }
  }
}
