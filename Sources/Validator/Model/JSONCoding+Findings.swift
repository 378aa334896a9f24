import FoundationEssentials

// NaN and infinities are values that controls are set to, and JSON has no numbers for them: they are strings there.

extension JSONEncoder {
  /// An encoder on one line for whatever holds findings.
  public static func ofFindings() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return encoder
  }
}

extension JSONDecoder {
  /// The decoder to `JSONEncoder.ofFindings()`.
  public static func ofFindings() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return decoder
  }
}
