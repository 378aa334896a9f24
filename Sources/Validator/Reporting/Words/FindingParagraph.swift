import Model
import Support

/// A finding with all its fields as indented lines, in text reports and in formats that contain text.
enum FindingParagraph {
  static let width = 100
  private static let maximumFrames = 12

  /// Without a newline at the end.
  ///
  /// - Parameter severity: the word for the severity, perhaps in color.
  static func text(_ finding: Finding, severity: String? = nil) -> String {
    let times = finding.count > 1 ? " (\(finding.count) times)" : ""
    var lines = ["\(severity ?? finding.severity.rawValue) \(finding.name)\(times)"]
    lines.append(finding.message.wrapped(indent: 2, width: width))
    if let place = finding.place { lines.append("  in    \(place.onOneLine)") }
    if let circumstances = finding.circumstances { lines.append("  when  \(circumstances.onOneLine)") }
    if let steps = finding.steps { lines.append(labeled("steps", steps.listOfSteps)) }
    lines += (finding.backtrace ?? []).prefix(maximumFrames).map { "  at    \($0.text.onOneLine)" }
    lines += [labeled("rule", finding.rule), labeled("fix", finding.remedy)]
    return lines.joined(separator: "\n")
  }

  /// A text behind a label, with its further lines aligned below the first.
  private static func labeled(_ label: String, _ text: String) -> String {
    "  \(label)\(String(repeating: " ", count: 6 - label.count))" + text.wrapped(indent: 8, width: width).dropFirst(8)
  }
}
