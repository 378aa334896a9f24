import Checks
import Testing

@testable import Reporting

@Suite struct JSONReportTests {
  @Test func whatIsWrittenIsReadBack() throws {
    let report = Report.sample
    let bytes = try JSONReport.encode(report)
    // NaN does not equal itself: the texts are compared.
    #expect(try JSONReport.encode(JSONReport.decode(bytes)) == bytes)
    #expect(try JSONReport.decode(JSONReport.encode(.clean)) == .clean)
  }

  @Test func theDocumentIsAsTheSchemaSays() throws {
    for report in [Report.sample, .clean] { #expect(try Schema.report.violations(of: JSONReport.encode(report)) == "") }
  }

  @Test func theSchemaRefusesWhatIsNoReport() throws {
    let text = String(decoding: try JSONReport.encode(.sample), as: UTF8.self)
    let broken = [
      text.replacing("\"formatVersion\" : 1", with: "\"formatVersion\" : 99"),
      text.replacing("\"severity\" : \"error\"", with: "\"severity\" : \"fatal\""),
      text.replacing("\"uri\" : \"urn:p\"", with: "\"link\" : \"urn:p\""),
    ]
    for document in broken {
      #expect(document != text)
      #expect(try Schema.report.violations(of: Array(document.utf8)) != "")
    }
  }
}
