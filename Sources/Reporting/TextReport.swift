import Checks

/// The report for people: the verdict and what to mend first, then one finding a paragraph, then a line for scripts.
public enum TextReport {
  public struct Style: Sendable {
    /// Whether to use a terminal's colours.
    public var color: Bool
    /// Whether to name passed and skipped checks too.
    public var verbose: Bool
    /// The verdict and the last line alone.
    public var quiet: Bool

    public init(color: Bool = false, verbose: Bool = false, quiet: Bool = false) {
      self.color = color
      self.verbose = verbose
      self.quiet = quiet
    }
  }

  /// The whole text, with a newline at its end.
  public static func render(_ report: Report, style: Style = Style()) -> String {
    let summary = Summary(report)
    var paragraphs = [verdict(report, summary, style)]
    if !style.quiet {
      for bundle in report.bundles {
        paragraphs += section(bundle.path, bundle.checks, style)
        for plugin in bundle.plugins { paragraphs += section("\(plugin.name) <\(plugin.uri)>", plugin.checks, style) }
      }
      if !report.faults.isEmpty {
        let faults = report.faults.map { "  \($0.onOneLine)" }
        paragraphs.append((["The validator itself failed:"] + faults).joined(separator: "\n"))
      }
    }
    paragraphs.append(lastLine(report, summary))
    return paragraphs.joined(separator: "\n\n") + "\n"
  }

  /// Breaks a text into lines of at most `width` columns, each with `indent` spaces before it.
  public static func wrapped(_ text: String, indent: Int = 2, width: Int = 100) -> String {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    for word in text.onOneLine.split(separator: " ") {
      if let last = lines.last, last.count + word.count + 1 <= width {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(margin + word)
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func verdict(_ report: Report, _ summary: Summary, _ style: Style) -> String {
    let status = ExitStatus(report)
    let word = status == .clean ? status.verdict : paint(status.verdict, .error, style)
    var lines = ["\(word)  \(counts(summary)) in \(summary.plugins) plug-in\(summary.plugins == 1 ? "" : "s")"]
    if report.interrupted { lines.append("The run was interrupted: this is a part of it.") }
    if let (place, finding) = gravest(report) {
      lines.append("Mend first: \(finding.check.rawValue) of \(place.onOneLine)")
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

  /// The first finding of the highest severity that there is, and where.
  private static func gravest(_ report: Report) -> (String, Finding)? {
    var gravest: (String, Finding)?
    for bundle in report.bundles {
      let sections = [(bundle.path, bundle.checks)] + bundle.plugins.map { ($0.uri, $0.checks) }
      for (place, checks) in sections {
        for finding in checks.flatMap(\.findings) where gravest.map({ finding.severity > $0.1.severity }) ?? true {
          gravest = (place, finding)
        }
      }
    }
    return gravest
  }

  private static func section(_ title: String, _ checks: [CheckReport], _ style: Style) -> [String] {
    let findings = checks.flatMap(\.findings).sorted { ($1.severity, $0.check) < ($0.severity, $1.check) }
    var paragraphs = findings.map { paragraph($0, style) }
    if style.verbose {
      let passed = checks.filter { $0.status == .passed }.map(\.check.rawValue)
      if !passed.isEmpty { paragraphs.append("passed\n" + wrapped(passed.joined(separator: " "))) }
      let skipped = checks.filter { $0.status == .skipped }
      let measured = checks.compactMap { check in
        check.measurement.map { "  \(check.check.rawValue): \($0.onOneLine)" }
      }
      if !measured.isEmpty { paragraphs.append((["measured"] + measured).joined(separator: "\n")) }
      if !skipped.isEmpty {
        let lines = skipped.map { "  \($0.check.rawValue): \(($0.reason ?? "").onOneLine)" }
        paragraphs.append((["skipped"] + lines).joined(separator: "\n"))
      }
    }
    return paragraphs.isEmpty ? [] : ["== \(title.onOneLine)"] + paragraphs
  }

  /// A finding with all that is known of it, without a newline at its end.
  static func paragraph(_ finding: Finding, _ style: Style = Style()) -> String {
    let times = finding.count > 1 ? " (\(finding.count) times)" : ""
    var lines = ["\(paint(finding.severity.rawValue, finding.severity, style)) \(finding.check.rawValue)\(times)"]
    lines.append(wrapped(finding.message))
    if let location = finding.location {
      lines.append("  in    \(location.file.onOneLine)\(location.line.map { ":\($0)" } ?? "")")
    }
    if let place = place(finding) { lines.append("  when  \(place.onOneLine)") }
    lines += (finding.backtrace ?? []).prefix(12).map { "  at    \(describe($0).onOneLine)" }
    lines.append(labelled("rule", finding.rule))
    lines.append(labelled("mend", finding.remedy))
    return lines.joined(separator: "\n")
  }

  /// A text behind a word, its further lines below its first.
  private static func labelled(_ label: String, _ text: String) -> String {
    "  \(label)  " + wrapped(text, indent: 8).dropFirst(8)
  }

  /// When it was seen: the call, the block, the controls; nil where nothing was run.
  static func place(_ finding: Finding) -> String? {
    var parts: [String] = []
    if let call = finding.call { parts.append(call) }
    if let block = finding.block { parts.append("block \(block.index) of \(block.frames) frames") }
    parts += (finding.controls ?? []).prefix(8).map { "\($0.symbol) = \($0.value)" }
    if let count = finding.controls?.count, count > 8 { parts.append("and \(count - 8) more controls") }
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

  /// `key=value` pairs, separated by spaces: made to be cut apart by scripts; keys are only ever added.
  private static func lastLine(_ report: Report, _ summary: Summary) -> String {
    let result = ExitStatus(report).verdict.lowercased().prefix { $0 != " " }
    let pairs: [(String, String)] = [
      ("result", String(result)),
      ("plugins", "\(summary.plugins)"), ("errors", "\(summary.count(.error))"),
      ("warnings", "\(summary.count(.warning))"), ("notes", "\(summary.count(.note))"),
      ("checks", "\(summary.run)"), ("skipped", "\(summary.skipped)"), ("seed", "\(report.settings.seed)"),
      ("complete", report.interrupted || !report.faults.isEmpty ? "no" : "yes"),
      ("exit", "\(ExitStatus(report).rawValue)"),
    ]
    return "lv2val: " + pairs.map { "\($0)=\($1)" }.joined(separator: " ")
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
