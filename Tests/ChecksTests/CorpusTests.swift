import Checks
import Foundation
import Model
import TestSupport
import Testing

/// The corpus is complete, and its folders contain only what differs.
@Suite struct CorpusTests {
  /// Kinds of message without a defect in the corpus.
  // TODO: write these defects, and remove the set.
  private static let withoutDefect: Set<String> = [
    "atom.input-fuzz/heap-overrun",
    "atom.input-fuzz/written-input",
    "atom.output/not-a-sequence",
    "atom.output/read-past-end",
    "atom.output/write-past-end",
    "atom.tiny-buffer/read-past-end",
    "audio.alignment/output",
    "audio.max-block/unwritten",
    "binary.descriptor/library-descriptor",
    "binary.descriptor/past-end",
    "life.optional-feature/out-of-bounds-write",
    "life.process-state/resource-limit",
    "life.reconnect/between-blocks",
    "life.reconnect/initial-memory",
    "manifest.compat/port-no-longer-optional",
    "manifest.designation/several",
    "manifest.host-support/option",
    "manifest.port-index/ports-not-found",
    "manifest.port-index/several",
    "mem.heap-access/past-end",
    "param.bounds/random-ends-after-others",
    "preset.valid/unreadable",
    "rt.host-callback/unmap",
    "state.contract/missing-value",
    "state.contract/read-past-end",
    "state.contract/unmapped-type",
    "state.roundtrip/missing-key",
    "state.roundtrip/save-error",
    "ui.static/binary-format",
    "ui.static/feature-literal",
    "worker.contract/nonfinite-output",
  ]

  @Test(arguments: DefectBundle.all) func isNamedAfterAKindOrGood(_ defect: DefectBundle) {
    #expect(defect.isGood || defect.messageID != nil)
  }

  /// A check without messages of its own reports how the process ended.
  @Test(arguments: Catalogue.all.map { $0.id }) func everyCheckHasADefect(_ check: CheckID) {
    #expect(DefectBundle.all.contains { $0.check == check && $0.messageID != nil })
  }

  @Test(arguments: Catalogue.descriptions.flatMap { $0.messages.map(\.id) }) func everyKindOfMessageHasADefect(
    _ id: MessageID
  ) {
    let hasDefect = DefectBundle.all.contains { $0.messageID == id }
    #expect(hasDefect != Self.withoutDefect.contains(id.rawValue))
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
