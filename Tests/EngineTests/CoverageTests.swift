import Foundation
import Model
import Reporting
import TestSupport
import Testing

/// Which functions ran, in reports of complete runs.
@Suite struct CoverageTests {
  private func coverage(_ path: String, _ options: String...) throws -> LibraryCoverage? {
    let result = try Validator(["validate", "--format", "json"] + options + [path]).wait()
    return try JSONReport.decode(Array(result.output.utf8)).bundles[0].coverage?.first
  }

  @Test func functionsThatNoCheckCallsAreNamed() throws {
    let coverage = try #require(try coverage(DefectBundle("good-unplayed-branch").url.path))
    // A function that is called by one that ran, what it calls, and one in a table.
    #expect(coverage.notRun.map(\.name) == ["unplayed_value", "scale", "unplayed_mode"])
    #expect(coverage.notRun.map(\.caller) == ["run", nil, nil])
    #expect(coverage.reachable == coverage.ran + 3)
    #expect(coverage.notRun.allSatisfy { $0.file?.hasSuffix("unplayed-branch/plugin.c") == true && $0.line != nil })
  }

  @Test func nothingIsNamedIfEverythingRan() throws {
    let coverage = try #require(try coverage(DefectBundle("good-alloca").url.path, "--only", "life.*,rt.*"))
    #expect(coverage.notRun == [] && coverage.ran == coverage.reachable)
  }

  @Test func aStrippedLibraryHasTheSameFunctions() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "stripped-\(UUID().uuidString).lv2")
    defer { try? FileManager.default.removeItem(at: folder) }
    let original = DefectBundle("good-unplayed-branch").url
    try FileManager.default.copyItem(at: original, to: folder)
    let strip = try Process.run(
      URL(filePath: "/usr/bin/strip"), arguments: [folder.appending(path: "plugin.so").path])
    strip.waitUntilExit()
    let named = try #require(try coverage(original.path, "--only", "life.*"))
    let stripped = try #require(try coverage(folder.path, "--only", "life.*"))
    #expect(stripped.ran == named.ran && stripped.reachable == named.reachable)
    #expect(stripped.notRun.map(\.offset) == named.notRun.map(\.offset))
    #expect(stripped.notRun.allSatisfy { $0.name.hasPrefix("plugin.so+0x") && $0.line == nil })
  }

  @Test func aRunInTheSameProcessHasNoBreakpoints() throws {
    #expect(try coverage(DefectBundle("good-alloca").url.path, "--only", "life.run-zero", "--in-process") == nil)
  }
}
