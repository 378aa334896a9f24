import Model
import Support

/// A comparison as text, with a last line for scripts.
public enum ComparisonText {
  /// The complete text, with a newline at the end.
  ///
  /// - Parameters:
  ///   - failOn: the lowest severity at which a new finding makes the result worse.
  ///   - status: the exit status of the process, which the last line repeats.
  public static func render(
    _ comparison: Comparison, failOn: Severity, status: ExitStatus, style: TextReport.Style = .init()
  ) -> String {
    let isWorse = comparison.isWorse(from: failOn)
    let isBetter = comparison.new.isEmpty && !comparison.fixed.isEmpty && status == .clean
    let word = isWorse ? "WORSE" : isBetter ? "BETTER" : "NOT WORSE"
    let counts = [
      (comparison.new, "new"), (comparison.fixed, "fixed"), (comparison.unchanged, "unchanged"),
      (comparison.unknown, "no longer checked"),
    ].map { "\($0.0.count) \($0.1)" }.joined(separator: ", ")
    var paragraphs = [(["\(word)  \(counts)"] + comparison.caveats).joined(separator: "\n")]
    if !style.quiet {
      if !comparison.new.isEmpty {
        paragraphs.append("== new")
        paragraphs += comparison.new.map { entry in
          let before = entry.before.map { " (was: \($0.rawValue))" } ?? ""
          return "\(entry.place.onOneLine)\(before)\n\(TextReport.paragraph(entry.finding, style))"
        }
      }
      paragraphs += list("fixed", comparison.fixed)
      paragraphs += list("no longer checked", comparison.unknown)
      if style.verbose { paragraphs += list("unchanged", comparison.unchanged) }
    }
    paragraphs.append(
      "lv2val: result=\(isWorse ? "worse" : "not-worse") new=\(comparison.new.count) fixed=\(comparison.fixed.count) "
        + "unchanged=\(comparison.unchanged.count) unknown=\(comparison.unknown.count) exit=\(status.rawValue)")
    return paragraphs.joined(separator: "\n\n") + "\n"
  }

  private static func list(_ title: String, _ entries: [Comparison.Entry]) -> [String] {
    guard !entries.isEmpty else { return [] }
    let lines = entries.map { entry in
      "\(entry.finding.severity.rawValue) \(entry.finding.name) in \(entry.place.onOneLine)\n"
        + TextReport.wrapped(entry.finding.message)
    }
    return ["== \(title)", lines.joined(separator: "\n")]
  }
}
