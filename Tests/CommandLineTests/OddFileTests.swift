import Foundation
import Model
import Reporting
import TestSupport
import Testing

/// Files of a bundle that cannot be read to their end.
@Suite struct OddFileTests {
  /// A bundle with a pipe that has no writer, and with a sparse file.
  private func bundle() throws -> Bundle {
    let bundle = try Bundle.compiled("odd", "PLUGIN()")
    try #require(mkfifo(bundle.path("pipe.ttl"), 0o600) == 0)
    _ = FileManager.default.createFile(atPath: bundle.path("huge.ttl"), contents: nil)
    try #require(truncate(bundle.path("huge.ttl"), 60 << 30) == 0)
    return bundle
  }

  private func validate(_ bundle: Bundle, _ checks: String, timeout: Int = 15) throws -> (status: Int32, report: Report)
  {
    let result = try Validator.run("validate", "-f", "json", "--timeout", "\(timeout)", "--only", checks, bundle.path)
    return (result.status, try JSONReport.decode(Array(result.output.utf8)))
  }

  @Test func filesThatTheManifestDoesNotNameCostNothing() throws {
    let bundle = try bundle()
    defer { bundle.remove() }
    let start = ContinuousClock.now
    let (status, report) = try validate(bundle, "manifest.*,binary.*,ui.*")
    #expect(status == ExitStatus.clean.rawValue && report.faults.isEmpty && report.obstacles.isEmpty)
    #expect(report.bundles[0].checks.contains { $0.check == "manifest.syntax" && $0.status == .passed })
    // One timeout is 5 s without progress.
    #expect(ContinuousClock.now - start < .seconds(30))
  }

  @Test func anotherFileIsParsedNevertheless() throws {
    let bundle = try bundle()
    defer { bundle.remove() }
    try "<urn:a> <urn:b>".write(toFile: bundle.path("other.ttl"), atomically: true, encoding: .utf8)
    let (status, report) = try validate(bundle, "manifest.syntax")
    #expect(status == ExitStatus.findings.rawValue && report.faults.isEmpty)
    #expect(report.bundles[0].checks.flatMap(\.findings).map(\.subject) == ["other.ttl"])
  }

  /// A pipe in place of the library.
  @Test func aPipeInPlaceOfTheLibraryIsNoFaultOfTheValidator() throws {
    let bundle = try bundle()
    defer { bundle.remove() }
    try FileManager.default.removeItem(atPath: bundle.path("plugin.so"))
    try #require(mkfifo(bundle.path("plugin.so"), 0o600) == 0)
    let (status, report) = try validate(bundle, "binary.load,binary.exports", timeout: 6)
    #expect(report.faults.isEmpty, "\(report.faults)")
    #expect(status == ExitStatus.findings.rawValue)
    #expect(report.bundles[0].plugins[0].checks.flatMap(\.findings).map(\.check) == ["binary.load"])
  }
}
