import Model
import Support

/// The checks of one plug-in or bundle, as a folded table.
enum HTMLChecks {
  static func table(_ checks: [CheckReport]) -> String {
    let counts = [
      (checks.count { $0.status == .passed }, "passed"), (checks.count { $0.status == .found }, "with findings"),
      (checks.count { $0.status == .skipped }, "skipped"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return """
      <details class="checks"><summary>\(checks.count.counted("check")): \(counts.joined(separator: ", "))</summary>
      <table>
      <thead><tr><th scope="col">Check</th><th scope="col">Result</th><th scope="col">Seconds</th></tr></thead>
      <tbody>
      \(checks.map(row).joined(separator: "\n"))
      </tbody>
      </table>
      </details>
      """
  }

  private static func row(_ check: CheckReport) -> String {
    let severity = check.findings.map(\.severity).max()
    let result =
      switch check.status {
      case .passed: "passed"
      case .skipped: "skipped: \(Markup.escaped(check.reason ?? ""))"
      case .found:
        "\(severity?.rawValue ?? "found")\(check.findings.count > 1 ? ", \(check.findings.count) findings" : "")"
      }
    return """
      <tr class="\(severity?.rawValue ?? check.status.rawValue)"><th scope="row"><code>\(Markup.escaped(check.check.rawValue))</code></th>\
      <td>\(result)</td><td>\(HTMLNumber.text((check.duration * 100).rounded() / 100))</td></tr>
      """
  }
}
