import FoundationEssentials
import Glibc
import Reporting

/// Writes a report in all the forms and to all the places that the command line asks for.
struct ReportWriter {
  let options: Options

  /// Whether all the files can be written, as far as can be told before: hours may lie between.
  ///
  /// - Throws: `OutputError`.
  func check() throws {
    for path in options.outputs.compactMap(\.path) { try OutputFile(path).check() }
  }

  /// A place that cannot be written does not keep the others from being written.
  ///
  /// - Throws: the first failure.
  func write(_ report: Report) throws {
    var failure: (any Error)?
    for output in options.outputs {
      do {
        try Console.write(encode(report, output), to: output.path)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  private func encode(_ report: Report, _ output: ReportOutput) throws -> [UInt8] {
    switch output.format {
    case .text: return Array(TextReport.render(report, style: style(output)).utf8)
    case .json: return try JSONReport.encode(report)
    case .junit: return Array(JUnitReport.render(report).utf8)
    case .html: return Array(HTMLReport.render(report).utf8)
    case .sarif: return try SARIFReport.encode(report, root: FileManager.default.currentDirectoryPath)
    }
  }

  /// How text is written to this place.
  func style(_ output: ReportOutput) -> TextReport.Style {
    TextReport.Style(color: usesColor(output), verbose: options.verbose, quiet: options.quiet)
  }

  private func usesColor(_ output: ReportOutput) -> Bool {
    switch options.color {
    case .always: true
    case .never: false
    case .auto: output.path == nil && isatty(STDOUT_FILENO) == 1 && getenv("NO_COLOR") == nil
    }
  }
}
