import Foundation
import Support
import Testing

@testable import Model
@testable import Reporting

@Suite struct MergingTests {
  /// A shard with the plug-in of the sample under another URI.
  private func part(_ index: Int, of count: Int, uri: String) -> Report {
    var report = Report.sample
    report.settings.shard = .init(index: index, count: count)
    report.bundles[0].plugins[0].uri = uri
    if index > 1 { report.bundles[0].checks = [] }
    return report
  }

  @Test func shardsAreCombined() throws {
    let merged = try Report.merged([part(2, of: 2, uri: "urn:b"), part(1, of: 2, uri: "urn:a")])
    #expect(merged.bundles.count == 1)
    #expect(merged.bundles[0].plugins.map(\.uri) == ["urn:a", "urn:b"])
    #expect(merged.bundles[0].checks.map(\.check) == ["manifest.syntax"])
    #expect(merged.settings.shard == nil)
    #expect(merged.duration == 3)
    #expect(Summary(merged).count(.error) == 2)
  }

  @Test func oneReportIsUnchanged() throws {
    #expect(try Report.merged([.clean]) == .clean)
    var twice = Report.clean
    twice.duration *= 2
    #expect(try Report.merged([.clean, .clean]) == twice)
  }

  @Test func faultsOfAShardAreKept() throws {
    var second = part(2, of: 2, uri: "urn:b")
    second.interrupted = true
    second.faults = ["a worker failed"]
    second.host.trapsSystemCalls = false
    let merged = try Report.merged([part(1, of: 2, uri: "urn:a"), second])
    #expect(merged.interrupted && merged.faults == ["a worker failed"] && !merged.host.trapsSystemCalls)
  }

  @Test func aMissingShardIsAnError() {
    let first = part(1, of: 3, uri: "urn:a")
    let third = part(3, of: 3, uri: "urn:c")
    #expect(throws: UsageError("shard 2/3 is missing")) { try Report.merged([first, third]) }
    #expect(throws: UsageError("shard 1/3 was given 2 times")) { try Report.merged([first, first, third]) }
    #expect(throws: UsageError.self) { try Report.merged([]) }
  }

  @Test(arguments: [0, -3]) func anInvalidShardIsAnError(_ count: Int) {
    #expect(throws: UsageError("a report has the invalid shard number 1/\(count)")) {
      try Report.merged([part(1, of: count, uri: "urn:a")])
    }
  }

  /// Reports of earlier versions have another name of `isRandomized`.
  @Test func formerNamesOfSettingsAreRead() throws {
    var settings = Report.Settings()
    settings.isRandomized = true
    let text = String(decoding: try JSONEncoder.ofFindings().encode(settings), as: UTF8.self)
    let former = text.replacing("isRandomized", with: "isRandomised")
    #expect(text != former)
    #expect(try JSONDecoder.ofFindings().decode(Report.Settings.self, from: Data(former.utf8)) == settings)
  }

  @Test func differentSettingsCannotBeMerged() {
    var other = Report.sample
    other.settings.seed = 8
    #expect(throws: UsageError.self) { try Report.merged([.sample, other]) }
    other = .sample
    other.settings.jobs = 9
    #expect(throws: Never.self) { try Report.merged([.sample, other]) }
    other.tool.version = "0.9"
    #expect(throws: UsageError.self) { try Report.merged([.sample, other]) }
  }
}
