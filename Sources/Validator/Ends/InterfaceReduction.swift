import Checks
import InterfaceHost
import LV2Host
import Model
import Support
import TestHost

/// The fewest steps that lead to a finding about an interface, each attempt in a copy of this process that has not loaded
/// the interface before.
package struct InterfaceReduction: Codable, Sendable {
  /// What the steps must lead to.
  package enum Target: Codable, Sendable {
    case fault(Fault)
    /// A call that does not return.
    case hang
    case exit
    /// A finding of the check with this subject.
    case finding(MessageID, subject: String?)

    var isHang: Bool { if case .hang = self { true } else { false } }
  }

  /// In seconds, for one attempt that hangs, and for the check, which plays everything.
  private static let (patience, patienceOfCheck) = (3, 20)
  /// The duration of all attempts.
  private static let budget = Duration.seconds(15)

  /// Empty if the check did not end in the same way again.
  package private(set) var steps: [String] = []

  /// - Parameters:
  ///   - timeout: the time limit of a check, in seconds.
  ///   - code: the plug-in's code.
  ///   - started: called with the name and the process of the X server.
  package init(
    _ plugin: PluginContext, _ interface: InterfaceDescription, _ check: any InterfaceCheck.Type, _ target: Target,
    code: PluginCode, timeout: Double, started: (String, Int32) -> Void
  ) throws(InterfaceObstacle) {
    let server = try DisplayServer(folder: TemporaryFolder.parent)
    if let process = server.process { started(server.name, process) }
    // Without another client, the server would end after each attempt.
    let desktop = try Desktop(of: server)
    defer {
      withExtendedLifetime(desktop) {}
      server.end()
    }
    let attempts = Attempts(plugin, interface, check, target, code, server)
    let limit = min(Self.patienceOfCheck, max(1, Int(timeout / 4)))
    guard let lines = attempts.stepsOfCheck(timeout: limit) else { return }
    var script = InterfaceScript(lines, for: plugin.plugin)
    let start = ContinuousClock.now
    let holds = { (steps: [InterfaceStep]) in
      var part = script
      part.steps = steps
      return ContinuousClock.now - start < Self.budget && attempts.ends(part, timeout: min(limit, Self.patience))
    }
    guard holds(script.steps) else { return }
    var shortest = script
    shortest.shorten(while: holds)
    script = shortest
    steps = script.lines
  }

  /// Attempts to make the interface end.
  private struct Attempts {
    let plugin: PluginContext
    let interface: InterfaceDescription
    let check: any InterfaceCheck.Type
    let target: Target
    let code: PluginCode
    let server: DisplayServer

    init(
      _ plugin: PluginContext, _ interface: InterfaceDescription, _ check: any InterfaceCheck.Type, _ target: Target,
      _ code: PluginCode, _ server: DisplayServer
    ) {
      (self.plugin, self.interface, self.check) = (plugin, interface, check)
      (self.target, self.code, self.server) = (target, code, server)
    }

    /// The steps of the check up to its end; nil if it does not end in the same way.
    func stepsOfCheck(timeout: Int) -> [String]? {
      guard let journal = InterfaceJournal() else { return nil }
      let isSame = isSame(timeout: timeout) { context in
        InterfaceJournal.current = journal
        return try check.examine(context)
      }
      return isSame ? journal.lines : nil
    }

    func ends(_ script: InterfaceScript, timeout: Int) -> Bool {
      isSame(timeout: timeout) { try check.replay(script, in: $0, isExtreme: false, pause: .zero) }
    }

    /// Whether `body` ends a copy of this process as expected, or has the expected finding.
    private func isSame(timeout: Int, _ body: @escaping (InterfaceContext) throws -> CheckOutcome) -> Bool {
      let start = ContinuousClock.now
      let copy = ForkedCopy(capacity: 1, timeout: timeout) { [self] _ in
        CrashRecord.catchCrashesOfCopy()
        guard
          let context = try? InterfaceContext(
            plugin, interface, folder: TemporaryFolder.parent, display: server.name),
          let outcome = try? body(context)
        else { return [0] }
        return [hasFinding(CheckReport(check.id, outcome)) ? 1 : 0]
      }
      let result = copy.samples(0)
      let crash = CrashRecord.takeCrash()
      let isLate = ContinuousClock.now - start >= .seconds(timeout)
      CrashRecord.noteProgress()
      switch target {
      case .fault(let fault): return crash.flatMap { Fault($0, in: code) } == fault
      case .hang: return result == nil && crash == nil && isLate
      case .exit: return result?.isEmpty ?? true && crash == nil && !isLate
      case .finding: return result == [1]
      }
    }

    private func hasFinding(_ report: CheckReport) -> Bool {
      guard case .finding(let id, let subject) = target else { return false }
      return report.findings.contains { $0.id == id && $0.subject == subject }
    }
  }
}
