import FoundationEssentials

/// The report as one JSON document, as `docs/lv2val-report.schema.json` describes it.
public enum JSONReport {
  /// Writes NaN and infinities, which JSON does not have, as these strings.
  private static let positiveInfinity = "Infinity", negativeInfinity = "-Infinity", nan = "NaN"

  public static func encode(_ report: Report) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encodeLossless(report)) + [UInt8(ascii: "\n")]
  }

  public static func decode(_ bytes: [UInt8]) throws -> Report {
    try JSONDecoder().decodeLossless(Report.self, from: bytes)
  }
}
