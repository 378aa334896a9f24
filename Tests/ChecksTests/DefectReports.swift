import Foundation
import Model
import Reporting
import TestSupport
import Testing

/// The reports of lv2val about defects. Several tests examine the same report, so each is made once.
actor DefectReports {
  static let shared = DefectReports()

  /// Plug-ins that sleep most of the time while lv2val validates them.
  static let sleeping: Set = [
    "audio.small-block-timeout", "binary.load-timeout", "good-resident", "good-worker-slow", "param.bounds-timeout",
    "thread.save-during-run-timeout", "thread.save-during-run-timeout-endless", "thread.save-during-run-timeout-nan",
    "ui.idle-blocked", "ui.idle-slow", "ui.input-waits", "ui.instantiate-waits",
  ]

  private struct Run: Hashable {
    let name: String
    let check: CheckID?
  }

  /// lv2val did not make a report.
  struct Failure: Error { let errors: String }

  private var reports: [Run: Task<Report, any Error>] = [:]

  /// Begins to validate every bundle.
  ///
  /// Tests that wait for a process occupy Swift's threads; meanwhile, these processes use the cores.
  func validateAll() {
    for bundle in DefectBundle.all { begin(Run(name: bundle.name, check: nil), bundle) }
  }

  /// - Parameter check: the only check to run; nil for all.
  func report(of bundle: DefectBundle, only check: CheckID?) async throws -> Report {
    try await begin(Run(name: bundle.name, check: check), bundle).value
  }

  @discardableResult private func begin(_ run: Run, _ bundle: DefectBundle) -> Task<Report, any Error> {
    if let report = reports[run] { return report }
    let process = Validator.runInAdvance(
      { Self.arguments(bundle, only: run.check) }, isWaiting: Self.sleeping.contains(bundle.name))
    let report = Task {
      let result = try await process.value
      guard result.status == 0 || result.status == 1 else { throw Failure(errors: result.errors) }
      return try JSONReport.decode(Array(result.output.utf8))
    }
    reports[run] = report
    return report
  }

  private static func arguments(_ bundle: DefectBundle, only check: CheckID?) -> [String] {
    // A third of the timeout is the limit for a call: ten seconds suffice for the slowest good block on a busy machine,
    // and two seconds for the blocks of a plug-in that hangs.
    let timeout = bundle.hangs ? "6" : "30"
    let selection = check.map { ["--only", $0.rawValue] } ?? []
    return ["validate", "--format", "json", "--jobs", "1", "--timeout", timeout] + selection + bundle.baseline
      + [bundle.url.path]
  }
}

/// A test that needs the reports of all bundles: lv2val begins with them before the first test runs.
struct NeedsAllReports: TestTrait {
  func prepare(for test: Test) async { await DefectReports.shared.validateAll() }
}

extension Trait where Self == NeedsAllReports {
  static var needsAllReports: Self { NeedsAllReports() }
}
