import Foundation
import Model
import Testing

@testable import Reporting

@Suite struct CoverageTests {
  private static let partial = LibraryCoverage(
    library: "/b/p.so", ran: 2, reachable: 5,
    notRun: [
      .init(name: "load(char const*)", offset: 16, size: 64, file: "/s/load.cc", line: 7, caller: "run"),
      .init(name: "a<b>", offset: 80, size: 16), .init(name: "p.so+0x60", offset: 96, size: 8),
    ])

  private static func report(_ coverage: LibraryCoverage) -> Report {
    var report = Report.clean
    report.bundles[0].coverage = [coverage]
    return report
  }

  @Test func theTextNamesTheFirstFunctions() {
    let text = TextReport.render(Self.report(Self.partial)).replacing("\n", with: " ")
    #expect(
      text.contains(
        "Coverage: 2 of 5 reachable functions of p.so ran; not run: load, a<b> and 1 other (--verbose lists them)."))
    let verbose = TextReport.render(Self.report(Self.partial), style: .init(verbose: true))
    #expect(verbose.contains("\n  load(char const*) (64 bytes, called by run, /s/load.cc:7)\n"))
    #expect(!TextReport.render(Self.report(Self.partial), style: .init(quiet: true)).contains("Coverage"))
  }

  @Test func fullCoverageIsOneSentence() {
    let complete = LibraryCoverage(library: "/b/p.so", ran: 1, reachable: 1, notRun: [])
    #expect(
      TextReport.render(Self.report(complete)).contains("\n\nCoverage: 1 of 1 reachable function of p.so ran.\n\n"))
    #expect(!HTMLReport.render(Self.report(complete)).contains("did not run"))
  }

  @Test func thePageHasATable() {
    let page = HTMLReport.render(Self.report(Self.partial))
    #expect(page.contains("2 of 5 reachable functions of p.so ran."))
    #expect(page.contains("<th scope=\"row\">a&lt;b&gt;</th><td>16</td><td>–</td><td>–</td>"))
    #expect(page.contains("<td>run</td><td>/s/load.cc:7</td>"))
  }

  @Test func otherFormatsContainTheNumbers() throws {
    let report = Self.report(Self.partial)
    let sentence = "\(report.bundles[0].path): 2 of 5 reachable functions of p.so ran."
    #expect(JUnitReport.render(report).contains("<system-out>\(sentence)</system-out>"))
    let document = try SARIFReport.encode(report, catalogue: [], root: "/")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(document)) as? [String: Any])
    let invocations = (object["runs"] as? [[String: Any]])?.first?["invocations"] as? [[String: Any]]
    let notes = try #require(invocations?.first?["toolExecutionNotifications"] as? [[String: Any]])
    let texts = notes.compactMap { ($0["message"] as? [String: String])?["text"] }
    #expect(texts.contains(sentence))
  }

  @Test func theDocumentConformsToTheSchema() throws {
    let report = Self.report(Self.partial)
    #expect(try Schema.report.violations(of: JSONReport.encode(report)) == "")
    #expect(try JSONReport.decode(JSONReport.encode(report)) == report)
  }

  @Test func ofTwoShardsTheOneThatRanMoreCounts() throws {
    var more = Self.partial
    more.ran = 4
    more.notRun.removeFirst(2)
    let merged = try Report.merged([Self.report(Self.partial), Self.report(more)])
    #expect(merged.bundles[0].coverage == [more])
  }
}
