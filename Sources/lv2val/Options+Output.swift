import Checks
import FoundationEssentials
import Glibc
import Reporting
import Support
import ValidationModel

extension Options {
  /// Checks that all files can be written, before the hours that a run may take.
  func checkOutputs() throws(OutputError) {
    for path in outputs.compactMap(\.path) { try OutputFile(path).check() }
  }

  /// Writes the report in each format and to each place. After a failure, the others are written before it is thrown.
  func write(_ report: Report) throws {
    var failure: (any Error)?
    for output in outputs {
      do {
        try write(encode(report, output), to: output)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
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
    TextReport.Style(color: usesColor(output), verbose: has(.verbose), quiet: has(.quiet))
  }

  private func usesColor(_ output: ReportOutput) -> Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto: output.path == nil && isatty(STDOUT_FILENO) == 1 && getenv("NO_COLOR") == nil
    }
  }
}
