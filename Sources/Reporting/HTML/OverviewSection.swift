import ValidationModel

/// A table of the plug-ins, if there are several: the number of findings and the processor load of each.
enum OverviewSection {
  static func render(_ sections: [PluginSection]) -> String {
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
      \(sections.map { row($0, isMeasured: isMeasured) }.joined(separator: "\n"))
      </tbody>
      </table>
      </div>
      \(isMeasured ? "<p class=\"quiet\">Load: the median of the time in run(), relative to the duration of a block.</p>" : "")
      </section>
      """
  }

  private static func row(_ section: PluginSection, isMeasured: Bool) -> String {
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
}
