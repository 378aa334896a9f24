import Foundation
import Checks
import Reporting
import Testing

@Suite struct CataloguePageTests {
  private static let file = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "docs/checks.md")

  @Test func theCommittedPageIsTheCatalogues() throws {
    let committed = try String(contentsOf: Self.file, encoding: .utf8)
    #expect(committed == CataloguePage.text, "docs/checks.md is stale: run 'make docs'")
  }

  @Test func everyCheckHasARowAndASection() {
    for check in Catalogue.all {
      #expect(CataloguePage.text.contains("| [\(check.id.rawValue)]("))
      #expect(CataloguePage.text.contains("\n### \(check.id.rawValue)\n"))
    }
  }
}
