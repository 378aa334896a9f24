import Foundation
import Model
import Reporting
import TestSupport

/// The reports of lv2val about defects. Several tests examine the same report, so each is made once.
actor DefectReports {
  static let shared = DefectReports()

  /// Plug-ins that sleep most of the time while lv2val validates them.
  static let sleeping: Set = [
    "audio.small-block-timeout", "binary.load-timeout", "good-resident", "good-worker-slow", "param.bounds-timeout",
    "thread.save-during-run-timeout", "thread.save-during-run-timeout-endless", "thread.save-during-run-timeout-nan",
  ]

  private struct Run: Hashable {
    let name: String
    let check: CheckID?
  }

  /// lv2val did not make a report.
  struct Failure: Error { let errors: String }

  private var reports: [Run: Task<Report, any Error>] = [:]

  /// - Parameter check: the only check to run; nil for all.
  func report(of bundle: DefectBundle, only check: CheckID?) async throws -> Report {
    let run = Run(name: bundle.name, check: check)
    let report = reports[run] ?? Task { try await Self.validate(bundle, only: check) }
    reports[run] = report
    return try await report.value
  }

  private static func validate(_ bundle: DefectBundle, only check: CheckID?) async throws -> Report {
    // A third of the timeout is the limit for a call: four seconds suffice for the slowest good block on a busy machine,
    // and two seconds for the blocks of a plug-in that hangs.
    let timeout = bundle.hangs ? "6" : "12"
    let selection = check.map { ["--only", $0.rawValue] } ?? []
    let options = ["validate", "--format", "json", "--jobs", "1", "--timeout", timeout] + selection
    let result = try await Validator.runInSlot(
      options + bundle.baseline + [bundle.url.path], isWaiting: sleeping.contains(bundle.name))
    guard result.status == 0 || result.status == 1 else { throw Failure(errors: result.errors) }
    return try JSONReport.decode(Array(result.output.utf8))
  }
}
