import FoundationEssentials
import Model

/// The report as one JSON document, as `docs/reference/lv2val-report.schema.json` describes it.
public enum JSONReport {
  public static func encode(_ report: Report) throws -> [UInt8] { try document(report.withoutPictureData) }

  public static func decode(_ bytes: [UInt8]) throws -> Report {
    try JSONDecoder.ofFindings().decode(Report.self, from: Data(bytes))
  }

  /// An indented document for a file, with a newline at the end.
  static func document(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder.ofFindings()
    encoder.outputFormatting.insert(.prettyPrinted)
    return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]
  }
}
