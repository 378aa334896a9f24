import Model
import Testing

@testable import Reporting

@Suite struct JSONReportTests {
  @Test func aReportCanBeReadBack() throws {
    let report = Report.sample
    let bytes = try JSONReport.encode(report)
    // NaN does not equal itself: the texts are compared.
    #expect(try JSONReport.encode(JSONReport.decode(bytes)) == bytes)
    #expect(try JSONReport.decode(JSONReport.encode(.clean)) == .clean)
  }

  @Test func theDocumentConformsToTheSchema() throws {
    for report in [Report.sample, .clean] { #expect(try Schema.report.violations(of: JSONReport.encode(report)) == "") }
  }

  /// Reports of format version 1 have no message ids, causes and subjects.
  @Test func aReportOfVersion1CanBeRead() throws {
    var text = String(decoding: try JSONReport.encode(.sample), as: UTF8.self)
    text.replace(#/ *"(id|cause)" : "[^"]*",\n/#, with: "")
    text.replace(#/,\n *"subject" : "[^"]*"/#, with: "")
    text = text.replacing("\"formatVersion\" : 2", with: "\"formatVersion\" : 1")
    let report = try JSONReport.decode(Array(text.utf8))
    let finding = try #require(report.bundles[0].plugins[0].checks[1].findings.first)
    #expect(
      finding.id == nil && finding.cause == .assertion && finding.subject == nil && finding.check == "life.run-zero")
    let comparison = Comparison(report, .sample)
    #expect(comparison.unchanged.count == 2 && comparison.new.isEmpty && comparison.fixed.isEmpty)
    #expect(comparison.caveats.count == 1)
  }

  @Test func theSchemaRejectsOtherDocuments() throws {
    let text = String(decoding: try JSONReport.encode(.sample), as: UTF8.self)
    let broken = [
      text.replacing("\"formatVersion\" : 2", with: "\"formatVersion\" : 99"),
      text.replacing("\"severity\" : \"error\"", with: "\"severity\" : \"fatal\""),
      text.replacing("\"uri\" : \"urn:p\"", with: "\"link\" : \"urn:p\""),
      text.replacing("life.run-zero/crash", with: "life.run-zero crash"),
      text.replacing("\"cause\" : \"crash\"", with: "\"cause\" : \"fate\""),
    ]
    for document in broken {
      #expect(document != text)
      #expect(try Schema.report.violations(of: Array(document.utf8)) != "")
    }
  }
}
