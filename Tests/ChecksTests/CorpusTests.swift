import Checks
import Foundation
import Model
import TestSupport
import Testing

/// The corpus is complete, and its folders contain only what differs.
@Suite struct CorpusTests {
  @Test(arguments: DefectBundle.all) func isNamedAfterAKindOrGood(_ defect: DefectBundle) {
    #expect(defect.isGood || defect.messageID != nil)
  }

  @Test(arguments: DefectBundle.all) func aNameStatesOnlyAnUnusualSeverity(_ defect: DefectBundle) {
    #expect(defect.statedSeverity == nil || defect.statedSeverity != defect.usualSeverity)
  }

  /// A check without messages of its own reports how the process ended.
  @Test(arguments: Catalogue.all.map { $0.id }) func everyCheckHasADefect(_ check: CheckID) {
    #expect(DefectBundle.all.contains { $0.check == check && $0.messageID != nil })
  }

  @Test(arguments: Catalogue.descriptions.flatMap { $0.messages.map(\.id) })
  func everyKindOfMessageHasADefect(_ id: MessageID) {
    #expect(DefectBundle.all.contains { $0.messageID == id })
  }

  /// A symbolic link shares a file instead of a copy.
  @Test func noTwoFilesAreEqual() throws {
    let keys: Set<URLResourceKey> = [.isRegularFileKey, .isSymbolicLinkKey]
    let files = FileManager.default.enumerator(at: DefectBundle.source, includingPropertiesForKeys: Array(keys))
    var first: [Data: String] = [:]
    for case let file as URL in try #require(files) {
      let values = try file.resourceValues(forKeys: keys)
      guard values.isRegularFile == true, values.isSymbolicLink != true else { continue }
      let other = first.updateValue(file.path, forKey: try Data(contentsOf: file))
      #expect(other == nil, "\(file.path) is equal to \(other ?? "")")
    }
    #expect(first.count > DefectBundle.all.count)
  }
}
