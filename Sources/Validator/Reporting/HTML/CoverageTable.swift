import Model
import Support

/// What the verdict covers: which functions of the libraries of a bundle ran.
enum CoverageTable {
  static func render(_ libraries: [LibraryCoverage]) -> String {
    libraries.map { library in
      """
      <p>\(Markup.escaped(library.count)).</p>
      \(library.notRun.isEmpty ? "" : table(library))
      """
    }.joined(separator: "\n")
  }

  private static func table(_ library: LibraryCoverage) -> String {
    let missing = library.reachable - library.ran - library.notRun.count
    return """
      <details class="coverage">
      <summary>Functions that did not run</summary>
      <div class="scroll">
      <table>
      <thead><tr><th scope="col">Function</th><th scope="col">Bytes</th><th scope="col">Called by</th>\
      <th scope="col">Source</th></tr></thead>
      <tbody>
      \(library.notRun.map(row).joined(separator: "\n"))
      </tbody>
      </table>
      </div>
      \(missing > 0 ? "<p class=\"quiet\">And \(missing.counted("other")).</p>" : "")
      </details>
      """
  }

  private static func row(_ function: LibraryCoverage.Function) -> String {
    """
    <tr><th scope="row">\(Markup.escaped(function.name.onOneLine))</th><td>\(function.size)</td>\
    <td>\(Markup.escaped(function.caller?.onOneLine ?? "–"))</td>\
    <td>\(Markup.escaped(function.place?.onOneLine ?? "–"))</td></tr>
    """
  }
}
