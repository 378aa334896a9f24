import Foundation
import LV2Checks
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
    for report in [Report.sample, .clean] { #expect(try violations(of: JSONReport.encode(report)) == "") }
  }

  @Test func theSchemaRefusesWhatIsNoReport() throws {
    let text = String(decoding: try JSONReport.encode(.sample), as: UTF8.self)
    let broken = [
      text.replacing("\"formatVersion\" : 1", with: "\"formatVersion\" : 99"),
      text.replacing("\"severity\" : \"error\"", with: "\"severity\" : \"fatal\""),
      text.replacing("\"uri\" : \"urn:p\"", with: "\"adress\" : \"urn:p\""),
    ]
    for document in broken {
      #expect(document != text)
      #expect(try violations(of: Array(document.utf8)) != "")
    }
  }

  /// What python3-jsonschema has to say about a document; empty for one that is as it should be.
  private func violations(of document: [UInt8]) throws -> String {
    let schema = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/lv2val-report.schema.json")
    let file = FileManager.default.temporaryDirectory.appending(path: "report-\(UUID().uuidString).json")
    try Data(document).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let program = """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      jsonschema.Draft7Validator.check_schema(schema)
      for error in jsonschema.Draft7Validator(schema).iter_errors(json.load(open(sys.argv[2]))): print(error.message)
      """
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", program, schema.path, file.path]
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "python3 with jsonschema is needed: apt install python3-jsonschema")
    return String(decoding: output, as: UTF8.self)
  }
}
