import Foundation
import Model
import Reporting
import TestSupport
import Testing

/// Reports of complete runs.
@Suite struct RunTests {
  @Test(arguments: ["latency.impulse-invalid-value", "audio.nonfinite-output-constant", "audio.runaway-growth"])
  func theHTMLReportIsCompleteForExtremeOutput(_ name: String) throws {
    let path = DefectBundle(name).url.path
    let result = try Validator(["validate", "--only", "life.run-zero", "--format", "html", path]).wait()
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("<!DOCTYPE html>") && result.output.contains("Block time"))
  }

  @Test func aSeedDeterminesTheReport() throws {
    func findings(seed: String) throws -> [BundleReport] {
      let result = try Validator.run(
        "validate", "--format", "json", "--seed", seed, "--only", "life.*,audio.*", "--timeout", "12",
        DefectBundle("audio.nonfinite-output-root").url.path)
      var report = try JSONReport.decode(Array(result.output.utf8))
      for plugin in report.bundles[0].plugins.indices {
        for check in report.bundles[0].plugins[plugin].checks.indices {
          report.bundles[0].plugins[plugin].checks[check].duration = 0
          for finding in report.bundles[0].plugins[plugin].checks[check].findings.indices {
            report.bundles[0].plugins[plugin].checks[check].findings[finding].seed = nil
          }
          // The measurement of life.instantiate is a time too.
          if report.bundles[0].plugins[plugin].checks[check].check == "life.instantiate" {
            report.bundles[0].plugins[plugin].checks[check].measurement = nil
          }
        }
      }
      return report.bundles
    }
    let first = try findings(seed: "5")
    #expect(try findings(seed: "5") == first)
    #expect(try findings(seed: "6") != first)
  }

  @Test func inProcessRunsGiveEqualFindings() throws {
    let path = DefectBundle("life.reset-output-delay").url.path
    let arguments = ["validate", "--format", "json", "--only", "life.reset"]
    func findings(_ extra: String...) throws -> [[String]] {
      let result = try Validator(arguments + extra + [path]).wait()
      let report = try JSONReport.decode(Array(result.output.utf8))
      return report.bundles.flatMap(\.plugins).map { $0.checks.flatMap(\.findings).map(\.message) }
    }
    let separate = try findings()
    #expect(separate.flatMap(\.self).count == 1)
    #expect(try findings("--in-process") == separate)
  }
}
