import Checks
import Foundation
import Model
import Testing

@testable import Reporting

@Suite struct CataloguePageTests {
  private static let file = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "docs/reference/checks.md")

  @Test func theCommittedPageIsCurrent() throws {
    let page = CataloguePage.render(Catalogue.descriptions)
    let committed = try String(contentsOf: Self.file, encoding: .utf8)
    #expect(committed == page, "docs/reference/checks.md is stale: run 'make docs'")
  }

  @Test func wordsInAngleBracketsStayVisible() {
    #expect(Markup.markdown("Store <key> in `<file>`.") == #"Store \<key> in `<file>`."#)
  }

  @Test func everyCheckHasARowASectionAndItsMessages() {
    let page = CataloguePage.render(Catalogue.descriptions)
    for check in Catalogue.descriptions {
      #expect(page.contains("| [\(check.id)]("))
      #expect(page.contains("\n### \(check.id)\n"))
      for message in check.messages {
        #expect(page.contains("| `\(message.id.kind)` |") && page.contains(message.text.rule.citation))
      }
    }
  }
}
