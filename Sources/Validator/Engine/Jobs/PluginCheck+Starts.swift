import Checks
import Model
import TestHost

extension PluginCheck {
  /// The outcome of the check with instances that begin without a file and, if the plug-in has a file, with instances that
  /// have loaded it. A check that needs a process of its own runs with the file only.
  static func runAtEachStart(in context: PluginContext) throws -> CheckOutcome {
    guard context.file != nil, isolation == .shared else { return try run(in: context).stating(context.file) }
    var plain = context
    plain.file = nil
    let outcome = try run(in: plain)
    let further = try run(in: context).stating(context.file)
    if case .skipped = outcome { return further }
    return outcome.adding(
      further.findings.filter { finding in
        !outcome.findings.contains { finding.isSameKind($0) && finding.severity <= $0.severity }
      })
  }
}

extension CheckOutcome {
  /// The outcome with findings that state the file, if the last instance had loaded it.
  func stating(_ file: LoadedFile?) -> CheckOutcome {
    switch self {
    case .findings(let findings): .findings(findings.map { $0.stating(file) })
    case .measured(let text, let findings): .measured(text, findings.map { $0.stating(file) })
    case .skipped, .obstructed: self
    }
  }
}

extension Finding {
  fileprivate func stating(_ file: LoadedFile?) -> Finding {
    var finding = self
    if CrashRecord.hasLoadedFile { finding.file = file?.title }
    return finding
  }
}

extension FindingJournal.Entry {
  /// The entry with a finding that states the file, if the last instance had loaded it.
  func stating(_ file: LoadedFile?) -> FindingJournal.Entry {
    switch self {
    case .found(let finding): .found(finding.stating(file))
    case .withdrawn: self
    }
  }
}
