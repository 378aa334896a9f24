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
        paragraphs += section(plugin?.title ?? bundle.path, checks, plugin?.reductions ?? [], style)
      }
      paragraphs += list("Failures of the validator:", report.faults.map(\.onOneLine))
    }
    paragraphs.append(lastLine(report, summary))
    return paragraphs.joined(separator: "\n\n") + "\n"
  }

  /// The text in indented lines of at most 100 columns.
  public static func wrapped(_ text: String, indent: Int = 2) -> String { text.wrapped(indent: indent, width: 100) }

  private static func verdict(_ report: Report, _ summary: Summary, _ style: Style) -> String {
    let status = ExitStatus(report)
    let word = status == .clean ? status.verdict : paint(status.verdict, .error, style)
    var lines = ["\(word)  \(counts(summary)) in \(summary.plugins) plug-in\(summary.plugins == 1 ? "" : "s")"]
    if report.interrupted { lines.append(Report.interruption) }
    if let (place, finding) = mostSevere(report) {
      lines.append("Fix first: \(name(of: finding)) in \(place.onOneLine)")
    }
    return lines.joined(separator: "\n")
  }

  /// Such as `1 error, 0 warnings, 2 notes`.
  static func counts(_ summary: Summary) -> String {
    Severity.allCases.reversed().map { severity in
      let count = summary.count(severity)
      return "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }.joined(separator: ", ")
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
    _ title: String, _ checks: [CheckReport], _ reductions: [String], _ style: Style
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
    paragraphs += reductions.map { wrapped($0, indent: 0) }
    return paragraphs.isEmpty ? [] : ["== \(title.onOneLine)"] + paragraphs
  }

  /// A paragraph with a title and indented lines; nothing without lines.
  private static func list(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [([title] + lines.map { "  " + $0 }).joined(separator: "\n")]
  }

  /// A finding with all its fields, without a newline at the end.
  static func paragraph(_ finding: Finding, _ style: Style = Style()) -> String {
    let times = finding.count > 1 ? " (\(finding.count) times)" : ""
    var lines = ["\(paint(finding.severity.rawValue, finding.severity, style)) \(name(of: finding))\(times)"]
    lines.append(wrapped(finding.message))
    if let location = finding.location {
      lines.append("  in    \(location.file.onOneLine)\(location.line.map { ":\($0)" } ?? "")")
    }
    if let place = place(finding) { lines.append("  when  \(place.onOneLine)") }
    lines += (finding.backtrace ?? []).prefix(12).map { "  at    \(describe($0).onOneLine)" }
    lines += [labelled("rule", finding.rule), labelled("fix", finding.remedy)]
    return lines.joined(separator: "\n")
  }

  /// The message id; the check in reports of format version 1.
  static func name(of finding: Finding) -> String { finding.id?.rawValue ?? finding.check.rawValue }

  /// A text behind a label, with its further lines aligned below the first.
  private static func labelled(_ label: String, _ text: String) -> String {
    "  \(label)\(String(repeating: " ", count: 6 - label.count))" + wrapped(text, indent: 8).dropFirst(8)
  }

  /// The circumstances of the observation: the call, the block, the controls that the message does not state; nil if
  /// nothing was run.
  static func place(_ finding: Finding) -> String? {
    var parts: [String] = []
    if let call = finding.call { parts.append(call.description) }
    if let block = finding.block {
      parts.append("block no. \(block.index) (\(block.frames) frame\(block.frames == 1 ? "" : "s"))")
    }
    let values = (finding.controls ?? []).filter { $0.isStated != true }.map(\.text)
    parts += values.prefix(8)
    if values.count > 8 { parts.append("and \(values.count - 8) more controls") }
    guard !parts.isEmpty else { return nil }
    if let seed = finding.seed { parts.append("seed \(seed)") }
    return parts.joined(separator: ", ")
  }

  static func describe(_ frame: StackFrame) -> String {
    let function = frame.function ?? "0x\(String(frame.address, radix: 16))"
    if let file = frame.file { return "\(function) (\(file):\(frame.line ?? 0))" }
    guard let image = frame.image else { return function }
    return "\(function) (\(image)+0x\(String(frame.offset ?? 0, radix: 16)))"
  }

  /// `key=value` pairs, separated by spaces, for scripts. Keys are added, but never removed.
  private static func lastLine(_ report: Report, _ summary: Summary) -> String {
    let result = ExitStatus(report).verdict.lowercased().prefix { $0 != " " }
    let isComplete = report.troubles.isEmpty
    return """
      lv2val: result=\(result) plugins=\(summary.plugins) errors=\(summary.count(.error)) \
      warnings=\(summary.count(.warning)) notes=\(summary.count(.note)) checks=\(summary.run) \
      skipped=\(summary.skipped) seed=\(report.settings.seed) complete=\(isComplete ? "yes" : "no") \
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

extension Report {
  static let interruption = "The run was interrupted: the report is incomplete."

  /// Why the report is incomplete: failures of the validator, and an interruption.
  var troubles: [String] { faults + (interrupted ? [Report.interruption] : []) }
}

extension PluginReport {
  var title: String { "\(name) <\(uri)>" }
}
