import Foundation
import Model
import Reporting
import Support
import TestSupport
import Testing

/// No end of a process is lost: a plug-in that ends it in any way, in any function, at any setting, alone or together with
/// another fault, is reported, or the result is incomplete.
///
/// The plug-in `good/faults` performs the faults that the environment variable `FAULTS` lists. The seed draws the cases from
/// all combinations.
@Suite struct GeneratedEndsTests {
  /// One fault: how the process ends, in which function, and when.
  struct Fault: CustomStringConvertible, Sendable {
    static let actions = [
      "exit0", "exit70", "quick", "abort", "segv", "bus", "fpe", "ill", "trap", "kill", "term", "pipe", "wild", "loop",
    ]
    static let calls = [
      "instantiate", "connect_port", "activate", "run", "deactivate", "cleanup", "extension_data", "save", "restore",
    ]
    static let times = ["always", "maximum", "minimum", "later"]

    let action, call, time: String

    var description: String { "\(action):\(call):\(time)" }

    /// The settings matter only where control values are read.
    static let all = actions.flatMap { action in
      calls.flatMap { call in
        (call == "run" ? times : ["always", "later"]).map { Fault(action: action, call: call, time: $0) }
      }
    }
  }

  private static let cases: [[Fault]] = {
    var generator = SplitMix64(seed: 34)
    // A hang costs a time limit for each check that meets it.
    let (hangs, others) = (Fault.all.filter { $0.action == "loop" }, Fault.all.filter { $0.action != "loop" })
    let single = others.shuffled(using: &generator).prefix(20).map { [$0] }
    let pairs = (0..<10).map { _ in
      [others.randomElement(using: &generator)!, others.randomElement(using: &generator)!]
    }
    return single + pairs + [[hangs.randomElement(using: &generator)!]]
  }()

  private static let checks = [
    "binary.descriptor", "life.*", "audio.nonfinite", "audio.overrun", "param.bounds", "param.out-of-range",
    "rt.allocation", "mem.leak", "mem.heap-access", "thread.concurrent", "state.roundtrip", "worker.contract",
  ]

  @Test(arguments: cases) func everyEndIsReported(_ faults: [Fault]) async throws {
    let report = try await report(faults)
    let ends = report.findings.filter { $0.cause != .assertion }
    #expect(!ends.isEmpty || ExitStatus(report) == .fault, "\(faults): no end is reported")
    #expect(ExitStatus(report) != .clean)
    expectReferencesAreReported(in: report, faults)
  }

  /// The control: without a fault, the same plug-in has no findings.
  @Test func withoutAFaultNothingIsReported() async throws {
    let report = try await report([])
    #expect(report.findings.isEmpty, "\(report.findings.map(\.message))")
    #expect(ExitStatus(report) == .clean)
  }

  /// A plug-in that calls exit(0) when a control is at its maximum once got a pass: each of two checks was skipped because of
  /// the other.
  @Test func anExitAtTheMaximumIsReportedOnce() async throws {
    let report = try await report([Fault(action: "exit0", call: "run", time: "maximum")])
    #expect(report.findings.map(\.id) == [MessageID("param.bounds", "exit")])
    #expect(ExitStatus(report) == .findings)
  }

  /// What a check found before the plug-in ended it, and what it finds without the control that ends it, is reported.
  @Test func findingsBeforeAnEndSurvive() async throws {
    let leak = Fault(action: "malloc", call: "run", time: "always")
    let crash = Fault(action: "segv", call: "run", time: "maximum")
    let ids = try await report([leak, crash]).findings.map { $0.id?.rawValue ?? "" }
    #expect(ids.contains("rt.allocation/heap-function") && ids.contains("param.bounds/crash"), "\(ids)")
  }

  /// All instances of a check share lv2val's memory limit: an end after a small allocation failed there proves something
  /// only if a single instance does the same.
  @Test(arguments: [("small", "shared"), ("small", "maximum"), ("large", "shared")])
  func anEndAtTheMemoryLimitNeedsAProof(_ action: String, _ time: String) async throws {
    let report = try await report([Fault(action: action, call: "run", time: time)])
    let reasons = report.subjects.flatMap(\.checks).compactMap(\.reason)
    let skipped = reasons.filter { $0.contains("failed at lv2val's limit") }
    let isProved = (action, time) != ("small", "shared")
    #expect(report.findings.isEmpty != isProved && skipped.isEmpty == isProved, "\(report.findings), \(skipped)")
    #expect(report.findings.allSatisfy { $0.message.contains("Before, an allocation of") })
  }

  /// A skipped check refers only to a check that reports something.
  private func expectReferencesAreReported(in report: Report, _ faults: [Fault]) {
    let checks = report.subjects.flatMap(\.checks)
    for skipped in checks where skipped.skipCause == .finding {
      let reason = skipped.reason ?? ""
      let named = checks.filter { reason.contains($0.check.rawValue) && $0.check != skipped.check }
      #expect(
        named.contains { !$0.findings.isEmpty } || named.isEmpty && checks.contains { !$0.findings.isEmpty },
        "\(faults): \(skipped.check): \(reason)")
    }
  }

  private func report(_ faults: [Fault]) async throws -> Report {
    let options = [
      "validate", "--format", "json", "--jobs", "1", "--timeout", "6", "--only", Self.checks.joined(separator: ","),
    ]
    let result = try await Validator.runInSlot(
      options + [DefectBundle("good-faults").url.path],
      environment: ["FAULTS": faults.map(\.description).joined(separator: " ")])
    return try JSONReport.decode(Array(result.output.utf8))
  }
}

extension Report {
  fileprivate var findings: [Finding] { subjects.flatMap(\.checks).flatMap(\.findings) }
}
