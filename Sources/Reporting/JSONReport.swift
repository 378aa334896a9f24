import FoundationEssentials
import ValidationModel

/// The report as one JSON document, as `docs/reference/lv2val-report.schema.json` describes it.
public enum JSONReport {
  public static func encode(_ report: Report) throws -> [UInt8] {
    let encoder = JSONEncoder.ofFindings()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(report)) + [UInt8(ascii: "\n")]
  }

  public static func decode(_ bytes: [UInt8]) throws -> Report {
    try JSONDecoder.ofFindings().decode(Report.self, from: Data(bytes))
  }
}
