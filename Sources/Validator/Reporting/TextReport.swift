import Model
import Support

/// The report as text: the verdict and what to fix first, one paragraph for each finding, and a last line for scripts.
public enum TextReport {
  public struct Style: Sendable {
    public var color: Bool
    /// Whether to list passed and skipped checks.
    public var verbose: Bool
    /// Whether to print only the verdict and the last line.
    public var quiet: Bool

    public init(color: Bool = false, verbose: Bool = false, quiet: Bool = false) {
      self.color = color
      self.verbose = verbose
      self.quiet = quiet
    }
  }

  /// The complete text, with a newline at the end.
  public static func render(_ report: Report, style: Style = Style()) -> String {
    let summary = Summary(report)
    var paragraphs = [verdict(report, summary, style)]
    if !style.quiet {
      for (bundle, plugin, checks) in report.subjects {
        paragraphs += section(plugin?.title ?? bundle.path, checks, plugin?.remarks ?? [], style)
      }
      paragraphs += report.bundles.flatMap { coverage($0, style) }
      paragraphs += list("Failures of the validator:", report.faults.map(\.onOneLine))
      paragraphs += list(
        "Not checked, because of the machine or the limits of lv2val:", report.unchecked.map(\.onOneLine))
    }
    paragraphs.append(lastLine(report, summary))
    return paragraphs.joined(separator: "\n\n") + "\n"
  }

  /// The text in indented lines.
  public static func wrapped(_ text: String, indent: Int = 2) -> String {
    text.wrapped(indent: indent, width: FindingParagraph.width)
  }

  private static func verdict(_ report: Report, _ summary: Summary, _ style: Style) -> String {
    let status = ExitStatus(report)
    let word = status == .clean ? status.verdict : paint(status.verdict, .error, style)
    let prevented = summary.preventedChecks.map { "; \($0)" } ?? ""
    var lines = ["\(word)  \(summary.counts) in \(summary.plugins.counted("plug-in"))\(prevented)"]
    if report.interrupted { lines.append(Report.interruption) }
    if let (place, finding) = mostSevere(report) {
      lines.append("Fix first: \(finding.name) in \(place.onOneLine)")
    }
    return lines.joined(separator: "\n")
  }

  /// The first finding of the highest severity, and the plug-in or bundle.
  private static func mostSevere(_ report: Report) -> (String, Finding)? {
    let findings = report.subjects.flatMap { bundle, plugin, checks in
      checks.flatMap(\.findings).map { (plugin?.uri ?? bundle.path, $0) }
    }
    let highest = findings.map(\.1.severity).max()
    return findings.first { $0.1.severity == highest }
  }

  private static func section(
    _ title: String, _ checks: [CheckReport], _ remarks: [String], _ style: Style
  ) -> [String] {
    // Within a severity, findings stay in the order of the checks.
    let findings = Severity.allCases.reversed().flatMap { severity in
      checks.flatMap(\.findings).filter { $0.severity == severity }
    }
    var paragraphs = findings.map { paragraph($0, style) }
    let skipped = checks.filter { $0.status == .skipped }
    if style.verbose {
      let passed = checks.filter { $0.status == .passed }.map(\.check.rawValue)
      if !passed.isEmpty { paragraphs.append("passed\n" + wrapped(passed.joined(separator: " "))) }
      let measured = checks.compactMap { check in check.measurement.map { "\(check.check): \($0.onOneLine)" } }
      paragraphs += list("measured", measured)
    }
    // If no check has a result, the reasons are the result.
    if style.verbose || skipped.count == checks.count {
      paragraphs += list("skipped", skipped.map { "\($0.check): \(($0.reason ?? "").onOneLine)" })
    }
    paragraphs += remarks.map { wrapped($0, indent: 0) }
    return paragraphs.isEmpty ? [] : ["== \(title.onOneLine)"] + paragraphs
  }

  /// What the verdict covers: a paragraph for each library.
  private static func coverage(_ bundle: BundleReport, _ style: Style) -> [String] {
    (bundle.coverage ?? []).flatMap { library in
      [wrapped(library.sentence, indent: 0)]
        + (style.verbose ? list("not run", library.notRun.map(\.description.onOneLine)) : [])
    }
  }

  /// A paragraph with a title and indented lines; nothing without lines.
  private static func list(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [([title] + lines.map { "  " + $0 }).joined(separator: "\n")]
  }

  /// A finding with all its fields, without a newline at the end.
  static func paragraph(_ finding: Finding, _ style: Style) -> String {
    FindingParagraph.text(finding, severity: paint(finding.severity.rawValue, finding.severity, style))
  }

  /// `key=value` pairs, separated by spaces, for scripts. Keys are added, but never removed.
  private static func lastLine(_ report: Report, _ summary: Summary) -> String {
    let result = ExitStatus(report).verdict.lowercased().prefix { $0 != " " }
    let isComplete = report.troubles.isEmpty
    return """
      lv2val: result=\(result) plugins=\(summary.plugins) errors=\(summary.count(.error)) \
      warnings=\(summary.count(.warning)) notes=\(summary.count(.note)) checks=\(summary.run) \
      skipped=\(summary.skipped) prevented=\(summary.prevented) seed=\(report.settings.seed) complete=\(isComplete ? "yes" : "no") \
      exit=\(ExitStatus(report).rawValue)
      """
  }

  private static func paint(_ text: String, _ severity: Severity, _ style: Style) -> String {
    guard style.color else { return text }
    let code =
      switch severity {
      case .error: "31"
      case .warning: "33"
      case .note: "36"
      }
    return "\u{1b}[1;\(code)m\(text)\u{1b}[0m"
  }
}
