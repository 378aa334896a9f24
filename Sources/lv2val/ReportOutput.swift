/// One form of the report, and where it goes.
struct ReportOutput: Equatable {
  var format: ReportFormat
  /// Standard output where nil.
  var path: String?

  /// What `--format` and `--output` ask for together.
  ///
  /// A format with a file of its own is written beside the report that standard output, or `--output`, gets: that one is
  /// the format without a file, or text.
  ///
  /// - Parameters:
  ///   - formats: the values of `--format`, each `FORMAT` or `FORMAT=FILE`.
  ///   - output: the value of `--output`.
  /// - Throws: `UsageError` for a format that is none, and for two reports in one place.
  static func outputs(formats: [String], output: String?) throws(UsageError) -> [ReportOutput] {
    var outputs: [ReportOutput] = []
    for text in formats {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let format: ReportFormat = try Options.choice(.format, String(parts[0]))
      let path = parts.count > 1 ? String(parts[1]) : nil
      if path == "" { throw UsageError("--format \(text) wants a file after the '='") }
      outputs.append(ReportOutput(format: format, path: path ?? output))
    }
    if !formats.contains(where: { !$0.contains("=") }) { outputs.append(ReportOutput(format: .text, path: output)) }
    for (index, entry) in outputs.enumerated() where outputs[..<index].contains(where: entry.isBeside) {
      throw UsageError(
        "two reports would go to \(entry.path ?? "standard output"): write --format \(entry.format.rawValue)=FILE")
    }
    return outputs
  }

  /// Whether the two would be written to one place, by whatever names.
  private func isBeside(_ other: ReportOutput) -> Bool {
    if path == other.path { return true }
    let places = [path, other.path].map { $0.map { OutputPlace($0).identity } ?? OutputPlace.ofStandardOutput }
    return places[0] != nil && places[0] == places[1]
  }
}
