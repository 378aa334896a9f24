import Model
import Support

/// The report as one HTML page without scripts and without external resources.
///
/// The verdict comes first, then the findings by severity, with rule, remedy and backtrace folded. The plug-ins follow,
/// with their plots and checks.
public enum HTMLReport {
  public static func render(_ report: Report) -> String {
    let summary = Summary(report)
    let sections = report.bundles.enumerated().flatMap { number, bundle in
      bundle.plugins.enumerated().map { PluginSection(plugin: $0.element, identifier: "plugin-\(number)-\($0.offset)") }
    }
    let verdict = ExitStatus(report).verdict
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="generator" content="lv2val \(Markup.escaped(report.tool.version))">
      <link rel="icon" href="data:,">
      <title>\(verdict): \(summary.counts)</title>
      <style>
      \(HTMLStyle.sheet)
      </style>
      </head>
      <body>
      <a class="skip" href="#findings">Skip to the findings</a>
      \(header(report, summary))
      <main>
      \(overview(sections))
      \(FindingsSection.render(report, sections))
      \(sections.map(\.text).joined(separator: "\n"))
      \(bundles(report))
      </main>
      \(footer(report))
      </body>
      </html>

      """
  }

  private static func header(_ report: Report, _ summary: Summary) -> String {
    let status = ExitStatus(report)
    let (look, icon) =
      switch status {
      case .clean: ("pass", "✓")
      case .findings: ("fail", "✕")
      case .usage, .fault, .nothing: ("partial", "!")
      }
    let names = report.bundles.map { FindingIdentity.name(ofBundle: $0.path) }
    let subject = names.count == 1 ? names[0] : "\(names.count) bundles"
    var notices = report.faults.map { "Failure of the validator: \($0)" } + report.unchecked
    if report.interrupted { notices.append(Report.interruption) }
    let counts = Severity.allCases.reversed().map { severity in
      let count = summary.count(severity)
      return item(count, severity.rawValue, look: count > 0 ? severity.rawValue : "none")
    }
    return """
      <header class="\(look)">
      <div class="wide">
      <p class="tool">lv2val report</p>
      <h1><span class="verdict"><span aria-hidden="true">\(icon)</span> \(status.verdict)</span> \
      <span class="subject">\(Markup.escaped(subject))</span></h1>
      <ul class="counts">\(counts.joined())\(item(summary.plugins, "plug-in"))\(item(summary.run, "check", end: " run"))\
      <li><b>\(summary.skipped)</b> skipped</li>\(summary.preventedChecks.map { "<li>\($0)</li>" } ?? "")</ul>
      \(notices.map { "<p class=\"notice\" role=\"alert\">\(Markup.escaped($0))</p>" }.joined(separator: "\n"))
      </div>
      </header>
      """
  }

  /// A number in bold with a noun, as an item of a list.
  private static func item(_ count: Int, _ noun: String, look: String? = nil, end: String = "") -> String {
    let words = count.counted(noun).drop { $0 != " " }
    return "<li\(look.map { " class=\"\($0)\"" } ?? "")><b>\(count)</b>\(words)\(end)</li>"
  }

  /// A table of the plug-ins, if there are several: the number of findings and the processor load of each.
  private static func overview(_ sections: [PluginSection]) -> String {
    guard sections.count > 1 else { return "" }
    let isMeasured = sections.contains { $0.plugin.measurements?.times != nil }
    return """
      <section aria-labelledby="plugins">
      <h2 id="plugins">Plug-ins</h2>
      <div class="scroll" role="region" aria-labelledby="plugins" tabindex="0">
      <table class="overview">
      <thead><tr><th scope="col">Plug-in</th><th scope="col">Errors</th><th scope="col">Warnings</th>\
      <th scope="col">Notes</th>\(isMeasured ? "<th scope=\"col\">Load</th>" : "")</tr></thead>
      <tbody>
      \(sections.map { overviewRow($0, isMeasured: isMeasured) }.joined(separator: "\n"))
      </tbody>
      </table>
      </div>
      \(isMeasured ? "<p class=\"quiet\">Load: the median of the time in run(), relative to the duration of a block.</p>" : "")
      </section>
      """
  }

  private static func overviewRow(_ section: PluginSection, isMeasured: Bool) -> String {
    let findings = section.plugin.checks.flatMap(\.findings)
    let counts = Severity.allCases.reversed().map { severity in
      let count = findings.count { $0.severity == severity }
      return "<td class=\"\(count > 0 ? severity.rawValue : "none")\">\(count)</td>"
    }
    let times = section.plugin.measurements?.times
    let load = times.map { HTMLNumber.percent(Double($0.median) / $0.available) } ?? "–"
    return """
      <tr><th scope="row">\(section.link)</th>\
      \(counts.joined())\(isMeasured ? "<td>\(load)</td>" : "")</tr>
      """
  }

  /// The coverage of the bundles' libraries, and the checks of the bundles' files.
  private static func bundles(_ report: Report) -> String {
    let tables = report.bundles.enumerated().filter { !$0.element.checks.isEmpty || $0.element.coverage != nil }.map {
      number, bundle in
      """
      <section aria-labelledby="bundle-\(number)">
      <h2 id="bundle-\(number)">\(Markup.escaped(FindingIdentity.name(ofBundle: bundle.path)))</h2>
      <p class="uri">\(Markup.escaped(bundle.path))</p>
      \(CoverageTable.render(bundle.coverage ?? []))
      \(bundle.checks.isEmpty ? "" : HTMLChecks.table(bundle.checks))
      </section>
      """
    }
    return tables.joined(separator: "\n")
  }

  private static func footer(_ report: Report) -> String {
    let settings = report.settings
    let items = [
      ("Tool", "\(report.tool.name) \(report.tool.version)"), ("Seed", "\(settings.seed)"),
      ("Rate", "\((settings.rates ?? [settings.rate]).map { HTMLNumber.text($0) }.joined(separator: ", ")) Hz"),
      ("Block", "\((settings.blocks ?? [settings.block]).map(String.init).joined(separator: ", ")) frames"),
      ("Fails on", settings.failOn.rawValue), ("Duration", "\(HTMLNumber.text(report.duration)) s"),
      ("Machine", "\(report.host.system), \(report.host.machine)"),
      ("System calls", report.host.trapsSystemCalls ? "all trapped" : "not trapped: the kernel does not support it"),
    ]
    let list = items.map { "<div><dt>\($0.0)</dt><dd>\(Markup.escaped($0.1))</dd></div>" }
    return "<footer><dl class=\"wide\">\(list.joined())</dl></footer>"
  }
}
