import Checks
import Foundation
import Model
import Reporting
import TestSupport
import Testing

/// Checks that read the installed LV2 specifications find them even if LV2_PATH does not contain them.
@Suite struct SpecificationTests {
  private func check(_ id: CheckID, of bundle: String, _ options: String...) throws -> CheckReport {
    let arguments = ["validate", "--format", "json", "--only", id.rawValue] + options
    let path = DefectBundle(bundle).url.path
    let result = try Validator(arguments + [path], environment: ["LV2_PATH": path]).wait()
    let report = try JSONReport.decode(Array(result.output.utf8))
    return try #require(report.bundles.flatMap { $0.checks + $0.plugins.flatMap(\.checks) }.first { $0.check == id })
  }

  @Test func deprecatedTermsAreFound() throws {
    let finding = try #require(try check("manifest.deprecated", of: "manifest.deprecated-term").findings.first)
    #expect(finding.message.hasPrefix("lv2:reportsLatency is deprecated"))
    #expect(finding.message.contains("\"Control port value is the plugin latency in frames\""))
    #expect(finding.remedy.hasSuffix("by 'lv2:designation lv2:latency'."))
    let location = try #require(finding.location)
    let lines = try String(contentsOfFile: location.file, encoding: .utf8).components(separatedBy: "\n")
    #expect(location.file.hasSuffix("/plugin.ttl"))
    #expect(location.line == lines.firstIndex { $0.contains("lv2:portProperty lv2:reportsLatency") }.map { $0 + 1 })
  }

  @Test func theRestrictionIsQuoted() throws {
    let finding = try #require(try check("manifest.port-name", of: "manifest.port-name-missing").findings.first)
    #expect(finding.message.contains("\"A port MUST have at least one lv2:name\""))
  }

  @Test func compatibilityRequiresABaseline() throws {
    let report = try check("manifest.compat", of: "good-plain")
    #expect(report.status == .skipped && report.reason?.contains("--baseline") == true)
  }

  @Test func compatibilityRequiresThePluginInTheBaseline() throws {
    let other = DefectBundle("good-filter").url.path
    let report = try check("manifest.compat", of: "good-plain", "--baseline", other)
    #expect(report.status == .skipped && report.reason?.contains("no plug-in of this URI") == true)
  }

  @Test func theLoadIsAlwaysReported() throws {
    let report = try check("perf.load", of: "good-plain")
    #expect(
      report.status == .passed && report.measurement?.contains("% of the real time of a block of 64 frames") == true)
  }
}
