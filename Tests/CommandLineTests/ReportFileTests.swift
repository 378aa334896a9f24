import Foundation
import Model
import Reporting
import TestSupport
import Testing

/// Commands that read reports: merge and compare.
@Suite struct ReportFileTests {
  /// Three plug-ins, one of which has no name.
  private static let three = """
    @prefix doap: <http://usefulinc.com/ns/doap#> .
    @prefix lv2:  <http://lv2plug.in/ns/lv2core#> .
    <urn:test:a> a lv2:Plugin ; lv2:binary <plugin.so> ; doap:name "A" .
    <urn:test:b> a lv2:Plugin ; lv2:binary <plugin.so> .
    <urn:test:c> a lv2:Plugin ; lv2:binary <plugin.so> ; doap:name "C" .
    """

  private func report(_ bundle: Bundle, _ name: String, _ options: String...) throws -> String {
    let file = bundle.path(name)
    _ = try Validator(
      ["validate", "--only", "manifest.name,manifest.syntax", "--format", "json", "-o", file] + options + [bundle.path]
    ).wait()
    return file
  }

  @Test func shardsMergeIntoTheReportOfAll() throws {
    let bundle = try Bundle.temporary(manifest: Self.three)
    defer { bundle.remove() }
    let whole = try JSONReport.decode(Array(Data(contentsOf: URL(filePath: report(bundle, "whole.json")))))
    let parts = try (1...2).map { try report(bundle, "\($0).json", "--shard", "\($0)/2") }
    let result = try Validator(["merge", "--format", "json"] + parts).wait()
    let merged = try JSONReport.decode(Array(result.output.utf8))
    #expect(result.status == ExitStatus.findings.rawValue)
    #expect(merged.bundles[0].plugins.map(\.uri) == ["urn:test:a", "urn:test:b", "urn:test:c"])
    #expect(
      merged.bundles.flatMap(\.plugins).flatMap(\.checks).map(\.findings)
        == whole.bundles.flatMap(\.plugins).flatMap(\.checks).map(\.findings))
    #expect(merged.bundles[0].checks.map(\.check) == whole.bundles[0].checks.map(\.check))
    let incomplete = try Validator(["merge", parts[0]]).wait()
    #expect(incomplete.status == ExitStatus.usage.rawValue)
    #expect(incomplete.errors.contains("shard 2/2 is missing"))
  }

  @Test func compareDistinguishesBetterFromWorse() throws {
    let bundle = try Bundle.temporary(manifest: Self.three)
    defer { bundle.remove() }
    let before = try report(bundle, "before.json")
    try Self.three.replacing("<urn:test:b> a lv2:Plugin ;", with: "<urn:test:b> a lv2:Plugin ; doap:name \"B\" ;")
      .write(toFile: bundle.path("manifest.ttl"), atomically: true, encoding: .utf8)
    let after = try report(bundle, "after.json")
    let better = try Validator(["compare", before, after]).wait()
    #expect(better.status == 0 && better.output.hasPrefix("BETTER  0 new, 1 fixed"), "\(better.output)")
    let worse = try Validator(["compare", after, before]).wait()
    #expect(worse.status == 1 && worse.output.hasPrefix("WORSE  1 new, 0 fixed"), "\(worse.output)")
  }

  /// Version 1 has no message ids.
  @Test func compareReadsReportsOfFormatVersion1() throws {
    let bundle = try Bundle.temporary(manifest: Self.three)
    defer { bundle.remove() }
    let new = try report(bundle, "new.json")
    let old = bundle.path("old.json")
    try String(contentsOfFile: new, encoding: .utf8).replacing(/"formatVersion" : \d+/, with: "\"formatVersion\" : 1")
      .write(toFile: old, atomically: true, encoding: .utf8)
    #expect(try Validator(["compare", old, new]).wait().status == 0)
    let merged = try Validator(["merge", old]).wait()
    #expect(merged.status == ExitStatus.usage.rawValue && merged.errors.contains("has format version 1"))
  }

  @Test func otherFilesAreRefused() throws {
    let bundle = try Bundle.temporary(manifest: Bundle.good)
    defer { bundle.remove() }
    try "{\"formatVersion\": 99}".write(toFile: bundle.path("new.json"), atomically: true, encoding: .utf8)
    let cases = [
      (bundle.path, "Is a directory"), (bundle.path("none"), "No such file"), ("/dev/null", "is not a JSON report"),
      (bundle.path("manifest.ttl"), "is not a JSON report"), (bundle.path("new.json"), "has format version 99"),
    ]
    for (path, text) in cases {
      let result = try Validator(["merge", path]).wait()
      #expect(result.status == ExitStatus.usage.rawValue)
      #expect(result.errors.contains(text), "\(result.errors)")
    }
    for arguments in [["merge"], ["compare", "a"], ["compare", "-f", "json", "a", "b"], ["list", "--shard", "3/2"]] {
      #expect(try Validator(arguments).wait().status == ExitStatus.usage.rawValue)
    }
  }
}
