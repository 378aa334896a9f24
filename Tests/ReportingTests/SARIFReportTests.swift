import Checks
import Foundation
import Testing

@testable import Model
@testable import Reporting

@Suite struct SARIFReportTests {
  /// The parts of a document that the tests read.
  private struct Document: Decodable {
    struct Run: Decodable {
      struct Result: Decodable {
        struct Location: Decodable {
          struct Physical: Decodable {
            struct Artifact: Decodable {
              var uri: String
              var uriBaseId: String?
            }
            struct Region: Decodable { var startLine: Int }
            var artifactLocation: Artifact
            var region: Region?
          }
          var physicalLocation: Physical
        }
        var ruleId: String
        var ruleIndex: Int
        var level: String
        var locations: [Location]
        var partialFingerprints: [String: String]
        struct Properties: Decodable {
          var messageId: String
          var subject: String?
        }
        var properties: Properties?
      }
      struct Tool: Decodable {
        struct Driver: Decodable {
          struct Rule: Decodable { var id: String }
          var rules: [Rule]
        }
        var driver: Driver
      }
      struct Invocation: Decodable {
        var executionSuccessful: Bool
        var exitCode: Int
      }
      var tool: Tool
      var invocations: [Invocation]
      var results: [Result]
    }
    var runs: [Run]
  }

  private func encode(_ report: Report, root: String) throws -> [UInt8] {
    try SARIFReport.encode(report, catalogue: Catalogue.descriptions, root: root)
  }

  private func run(_ report: Report, root: String = "/") throws -> Document.Run {
    return try JSONDecoder().decode(Document.self, from: Data(try encode(report, root: root))).runs[0]
  }

  @Test func theDocumentConformsToTheSchema() throws {
    var interrupted = Report.sample
    interrupted.interrupted = true
    interrupted.faults = ["a worker failed"]
    for report in [Report.sample, .clean, interrupted] {
      #expect(try Schema.sarif.violations(of: encode(report, root: "/b")) == "")
    }
  }

  @Test func theSchemaRejectsOtherDocuments() throws {
    let text = String(decoding: try encode(.sample, root: "/"), as: UTF8.self)
    let broken = [
      text.replacing("\"level\" : \"warning\"", with: "\"level\" : \"odd\""),
      text.replacing("\"startLine\" : 3", with: "\"startLine\" : 0"),
      text.replacing("\"ruleId\"", with: "\"ruleID\""),
    ]
    for document in broken {
      #expect(document != text)
      #expect(try Schema.sarif.violations(of: Array(document.utf8)) != "")
    }
  }

  @Test func resultsReferToRulesAndLocations() throws {
    let run = try run(.sample)
    #expect(run.results.map(\.ruleId) == ["manifest.syntax", "life.run-zero"])
    #expect(run.results.map(\.level) == ["warning", "error"])
    for result in run.results { #expect(run.tool.driver.rules[result.ruleIndex].id == result.ruleId) }
    let places = run.results.map(\.locations[0].physicalLocation)
    #expect(places.map(\.artifactLocation.uri) == ["b/manifest.ttl", "b/manifest.ttl"])
    #expect(places.map(\.region?.startLine) == [3, 1])
    #expect(run.results.map(\.properties?.messageId) == ["manifest.syntax/parse", "life.run-zero/crash"])
    #expect(run.results.map(\.properties?.subject) == ["manifest.ttl", "run()"])
    #expect(run.invocations[0].executionSuccessful)
    #expect(run.invocations[0].exitCode == 1)
  }

  @Test func theLocationIsTheFirstFrameInThePlugin() throws {
    var report = Report.sample
    report.bundles[0].plugins[0].checks[1].findings[0].backtrace = [
      StackFrame(address: 1, image: "/lib/libc.so.6", file: "/libc/abort.c", line: 2),
      StackFrame(address: 2, image: "/b/p.so", file: "/src/build/../a b.c", line: 30),
    ]
    let place = try run(report, root: "/src/").results[1].locations[0].physicalLocation
    #expect(place.artifactLocation.uri == "a%20b.c")
    #expect(place.artifactLocation.uriBaseId == "%SRCROOT%")
    #expect(place.region?.startLine == 30)
    let outside = try run(report, root: "/elsewhere").results[1].locations[0].physicalLocation
    #expect(outside.artifactLocation.uri == "file:///src/a%20b.c")
    #expect(outside.artifactLocation.uriBaseId == nil)
    report.bundles[0].plugins[0].checks[1].findings[0].backtrace?[1].image = "/build/p.so"
    #expect(try run(report, root: "/src/").results[1].locations[0].physicalLocation.region?.startLine == 1)
    report.bundles[0].plugins[0].binary = "/build/p.so"
    #expect(try run(report, root: "/src/").results[1].locations[0].physicalLocation.region?.startLine == 30)
  }

  @Test func fingerprintsDependOnTheMessageIDAndTheSubject() throws {
    func fingerprints(_ report: Report) throws -> [String] {
      try run(report).results.compactMap { $0.partialFingerprints["lv2val/v2"] }
    }
    var report = Report.sample
    let first = try fingerprints(report)
    report.bundles[0].path = "/elsewhere/b/"
    report.bundles[0].plugins[0].checks[1].findings[0].severity = .warning
    report.bundles[0].plugins[0].checks[1].findings[0].message = "run() crashed again."
    #expect(try fingerprints(report) == first)
    report.bundles[0].plugins[0].checks[1].findings[0].subject = "activate()"
    #expect(try fingerprints(report) != first)
    report.bundles[0].plugins[0].checks[1].findings[0].subject = "run()"
    report.bundles[0].plugins[0].checks[1].findings[0].id = MessageID("life.run-zero", "timeout")
    #expect(try fingerprints(report) != first)
  }
}
