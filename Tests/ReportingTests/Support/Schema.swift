import Foundation
import Testing

/// A JSON schema, validated by python3-jsonschema.
struct Schema {
  let file: URL

  static let report = Schema(file: root.appending(path: "docs/reference/lv2val-report.schema.json"))
  static let sarif = Schema(file: root.appending(path: "Tests/ReportingTests/Fixtures/sarif-2.1.0-rtm.4.json"))

  /// The root of the package.
  private static let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }

  /// One line for each violation of the schema; empty for a valid document.
  func violations(of document: [UInt8]) throws -> String {
    let copy = FileManager.default.temporaryDirectory.appending(path: "document-\(UUID().uuidString).json")
    try Data(document).write(to: copy)
    defer { try? FileManager.default.removeItem(at: copy) }
    return try Python.run(
      """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      validator = jsonschema.validators.validator_for(schema)
      validator.check_schema(schema)
      checker = jsonschema.FormatChecker()
      for error in validator(schema, format_checker=checker).iter_errors(json.load(open(sys.argv[2]))):
          print(error.json_path, error.message)
      """, file.path, copy.path)
  }
}
