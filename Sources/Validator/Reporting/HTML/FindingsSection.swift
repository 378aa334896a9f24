import Model
import Support

/// All findings of a report, ordered by severity.
enum FindingsSection {
  /// A finding, and the markup that names its plug-in or bundle.
  private typealias Entry = (finding: Finding, place: String)

  static func render(_ report: Report, _ sections: [PluginSection]) -> String {
    let ofBundles = report.bundles.flatMap { bundle in
      let name = Markup.escaped(FindingIdentity.name(ofBundle: bundle.path))
      return bundle.checks.flatMap(\.findings).map { Entry($0, name) }
    }
    let ofPlugins = sections.flatMap { section in
      section.plugin.checks.flatMap(\.findings).map { Entry($0, section.link) }
    }
    let entries = ofBundles + ofPlugins
    let groups = Severity.allCases.reversed().map { severity in
      group(severity, entries.filter { $0.finding.severity == severity })
    }
    return """
      <section aria-labelledby="findings">
      <h2 id="findings" tabindex="-1">Findings</h2>
      \(entries.isEmpty ? "<p class=\"quiet\">No findings.</p>" : groups.joined(separator: "\n"))
      </section>
      """
  }

  private static func group(_ severity: Severity, _ entries: [Entry]) -> String {
    guard !entries.isEmpty else { return "" }
    let name = severity.rawValue.prefix(1).uppercased() + severity.rawValue.dropFirst()
    return """
      <h3 class="\(severity.rawValue)">\(entries.count.counted(name).drop { $0 != " " }.dropFirst()) <span class="count">\(entries.count)</span></h3>
      \(entries.map(article).joined(separator: "\n"))
      """
  }

  private static func article(_ entry: Entry) -> String {
    let finding = entry.finding
    let times = finding.count > 1 ? " <span class=\"count\">\(finding.count) times</span>" : ""
    let circumstances = finding.circumstances.map { "<p class=\"when\">\(Markup.escaped($0))</p>" } ?? ""
    return """
      <article class="finding \(finding.severity.rawValue)">
      <p class="what"><code>\(Markup.escaped(finding.name))</code> <span>\(entry.place)</span>\(times)</p>
      <p class="message">\(Markup.escaped(finding.message))</p>
      \(circumstances)
      <details><summary>\(finding.backtrace?.isEmpty == false ? "Rule, remedy and backtrace" : "Rule and remedy")</summary>
      <dl>
      <dt>Rule</dt><dd>\(Markup.escaped(finding.rule))</dd>
      <dt>Remedy</dt><dd>\(Markup.escaped(finding.remedy))</dd>
      \(location(finding))\(steps(finding))\(backtrace(finding))
      </dl>
      </details>
      </article>
      """
  }

  private static func location(_ finding: Finding) -> String {
    finding.place.map { "<dt>File</dt><dd><code>\(Markup.escaped($0))</code></dd>" } ?? ""
  }

  private static func steps(_ finding: Finding) -> String {
    guard let steps = finding.steps else { return "" }
    let items = steps.map { "<li><code>\(Markup.escaped($0.onOneLine))</code></li>" }
    return "<dt>Steps</dt><dd><ol>\(items.joined())</ol></dd>"
  }

  private static func backtrace(_ finding: Finding) -> String {
    guard let frames = finding.backtrace, !frames.isEmpty else { return "" }
    let items = frames.map { "<li><code>\(Markup.escaped($0.text))</code></li>" }
    return "<dt>Backtrace</dt><dd><ol>\(items.joined())</ol></dd>"
  }
}
