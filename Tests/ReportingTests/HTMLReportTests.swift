import Foundation
import Model
import Testing

@testable import Reporting

/// Properties of the page that need no browser; `make test-browser` opens it in one.
@Suite struct HTMLReportTests {
  /// Returns duplicate ids and errors in the nesting of elements; empty for a valid page.
  private func faults(_ page: String) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID().uuidString).html")
    try page.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    return try Python.run(
      """
      import sys, html.parser
      class Page(html.parser.HTMLParser):
          void = {"meta", "link", "br", "img"}
          def __init__(self):
              super().__init__()
              self.open, self.ids = [], set()
          def handle_starttag(self, tag, attributes):
              if tag not in self.void: self.open.append(tag)
              for name, value in attributes:
                  if name == "id":
                      if value in self.ids: print("duplicate id:", value)
                      self.ids.add(value)
          def handle_startendtag(self, tag, attributes): pass
          def handle_endtag(self, tag):
              if not self.open or self.open.pop() != tag: print("not closed:", tag, self.getpos())
      page = Page()
      page.feed(open(sys.argv[1], encoding="utf-8").read())
      print(*page.open)
      """, file.path
    ).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test func thePageIsWellFormed() throws {
    #expect(try faults(HTMLReport.render(.sample)) == "")
    #expect(try faults(HTMLReport.render(.clean)) == "")
    #expect(try faults("<div id=a><p id=a></div>") != "")
  }

  @Test func theVerdictIsFirstAndFindingsAreOrderedBySeverity() throws {
    let page = HTMLReport.render(.sample)
    let order = [
      "FAIL", "life.run-zero/crash", "run() crashed.", "manifest.syntax/parse", "manifest.ttl is invalid.",
      "<svg viewBox=\"0 0 460",
    ]
    let body = try #require(page.range(of: "<body>")).upperBound
    var place = body
    for text in order {
      let next = try #require(page.range(of: text, range: place..<page.endIndex), "\(text)")
      place = next.upperBound
    }
    #expect(HTMLReport.render(.clean).contains("No findings."))
  }

  @Test func severalPluginsAreListed() {
    #expect(!HTMLReport.render(.sample).contains("id=\"plugins\""))
    var report = Report.sample
    report.bundles[0].plugins.append(report.bundles[0].plugins[0])
    // The median of 2, 2, 3, 4 is 3 microseconds; 256 frames at 48 kHz are 5333 microseconds.
    #expect(HTMLReport.render(report).contains("<td>0.056 %</td>"))
    for plugin in report.bundles[0].plugins.indices { report.bundles[0].plugins[plugin].measurements = nil }
    #expect(HTMLReport.render(report).contains("id=\"plugins\"") && !HTMLReport.render(report).contains("Load"))
  }

  @Test func ruleRemedyAndBacktraceAreCollapsed() throws {
    let page = HTMLReport.render(.sample)
    let fold = try #require(page.range(of: "<details><summary>Rule, remedy and backtrace</summary>"))
    let rest = page[fold.upperBound...].prefix { $0 != "\u{0}" }
    let end = try #require(rest.range(of: "</details>")).lowerBound
    for text in ["run() returns.", "Fix run().", "run (a.c:3)"] { #expect(rest[..<end].contains(text)) }
    #expect(page.contains("<summary>Rule and remedy</summary>"))
  }

  @Test func thePageHasNoExternalResources() {
    let page = HTMLReport.render(.sample)
    for text in ["<script", "http://", "https://", "@import", "url(h", "src="] {
      #expect(!page.contains(text), "\(text)")
    }
  }

  @Test func namesCannotInjectMarkup() throws {
    var report = Report.sample
    let attack = "</title></style><script>alert('\"')</script>"
    report.bundles[0].plugins[0].name = attack
    report.bundles[0].plugins[0].uri = attack
    report.bundles[0].path = "/\(attack)/"
    report.bundles[0].plugins[0].checks[1].findings[0].message = attack
    report.bundles[0].plugins[0].measurements?.families[0].name = attack
    report.bundles[0].plugins[0].measurements?.families[0].responses[0].setting.label = attack
    let page = HTMLReport.render(report)
    #expect(!page.contains("<script"))
    #expect(try faults(page) == "")
  }

  @Test func faultsAreReported() {
    var report = Report.clean
    report.interrupted = true
    report.faults = ["a worker failed"]
    let page = HTMLReport.render(report)
    #expect(page.contains("INCOMPLETE"))
    #expect(page.contains("role=\"alert\">The run was interrupted") && page.contains("a worker failed"))
  }

  @Test func everyMeasurementIsDrawn() {
    let page = HTMLReport.render(.sample)
    for title in [
      "Magnitude response", "Phase response", "Magnitude response for values of Cutoff", "Impulse response",
      "Output spectrum", "Time of each block", "Step response of Cutoff",
    ] { #expect(page.contains(">\(title)</title>"), "\(title)") }
    #expect(page.contains("In &lt;L&gt; → Out"))
    // The phase wraps between -170 and 175 degrees, and has a gap of more than an octave.
    let phase = page.components(separatedBy: "Phase response</title>")[1].components(separatedBy: "</svg>")[0]
    #expect(phase.components(separatedBy: "class=\"c0\"").count == 5)
  }
}
