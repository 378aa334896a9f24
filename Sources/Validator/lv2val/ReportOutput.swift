import Checks
import FoundationEssentials
import Glibc
import Model
import Reporting
import Support

enum ReportFormat: String, CaseIterable {
  case text, json, junit, sarif, html
}

struct ReportOutput: Equatable {
  var format: ReportFormat
  /// Nil for standard output.
  var path: String?

  /// The outputs that `--format` and `--output` request together.
  ///
  /// The format without a file, or text if there is none, goes to standard output or to `--output`. Each format with a file
  /// goes to that file.
  ///
  /// - Throws: `UsageError` for an unknown format and for two reports in one place.
  static func outputs(formats: [String], output: String?) throws(UsageError) -> [ReportOutput] {
    var outputs: [ReportOutput] = []
    for text in formats {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let format: ReportFormat = try Options.choice(.format, parts.first.map(String.init) ?? "")
      let path = parts.count > 1 ? String(parts[1]) : nil
      if path == "" { throw UsageError("--format \(text) requires a file after the '='") }
      outputs.append(ReportOutput(format: format, path: path ?? output))
    }
    if !formats.contains(where: { !$0.contains("=") }) { outputs.append(ReportOutput(format: .text, path: output)) }
    for (index, entry) in outputs.enumerated() where outputs[..<index].contains(where: entry.hasPlace(of:)) {
      throw UsageError(
        "two reports would be written to \(entry.path ?? "standard output"); use --format \(entry.format.rawValue)=FILE"
      )
    }
    return outputs
  }

  /// Whether both are written to the same place, even under different names.
  private func hasPlace(of other: ReportOutput) -> Bool {
    if path == other.path { return true }
    let places = [path, other.path].map { path in
      path.map { OutputPlace($0).identity } ?? OutputPlace.identityOfStandardOutput
    }
    return places[0] != nil && places[0] == places[1]
  }
}

extension Options {
  /// Writes the report in each format and to each place: the files, and then standard output, whose last line therefore
  /// states the status of the whole run.
  ///
  /// - Returns: the report, in which a file that could not be written is a failure, which is also printed.
  /// - Throws: an error if standard output cannot be written.
  func write(_ report: Report) throws -> Report {
    var report = report
    for output in outputs where output.path != nil {
      do {
        try write(encode(report, output), to: output)
      } catch { note(error, in: &report) }
    }
    for output in outputs where output.path == nil { try write(encode(report, output), to: output) }
    return report
  }

  /// Prints why a file could not be written, and adds it to the failures of the report.
  func note(_ error: any Error, in report: inout Report) {
    console.error("\(error)")
    report.faults.append("\(error)")
  }

  func write(_ bytes: [UInt8], to output: ReportOutput) throws {
    if let path = output.path { try OutputFile(path).write(bytes) } else { try console.write(bytes) }
  }

  private func encode(_ report: Report, _ output: ReportOutput) throws -> [UInt8] {
    switch output.format {
    case .text: return Array(TextReport.render(report, style: style(output)).utf8)
    case .json: return try JSONReport.encode(report)
    case .junit: return Array(JUnitReport.render(report).utf8)
    case .html: return Array(HTMLReport.render(report).utf8)
    case .sarif:
      return try SARIFReport.encode(
        report, catalogue: Catalogue.descriptions, root: FileManager.default.currentDirectoryPath)
    }
  }

  func style(_ output: ReportOutput) -> TextReport.Style {
    let isColored =
      switch color {
      case .always: true
      case .never: false
      case .auto: output.path == nil && isatty(STDOUT_FILENO) == 1 && getenv("NO_COLOR") == nil
      }
    return TextReport.Style(color: isColored, verbose: has(.verbose), quiet: has(.quiet))
  }
}
