import Checks
import Foundation
import Model
import Reporting
import TestSupport
import Testing

/// `lv2val replay` finds again what a report contains, and nothing in a report of another plug-in.
@Suite struct ReplayTests {
  private let scratch: URL

  init() throws {
    scratch = FileManager.default.temporaryDirectory.appending(path: "replay-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
  }

  private func report(of bundle: String, only check: String) throws -> String {
    let file = scratch.appending(path: "\(bundle).json").path
    _ = try Validator.run(
      ["validate", "--only", check, "--format", "json", "-o", file, DefectBundle(bundle).url.path])
    return file
  }

  /// Replays the finding of a report in which a text stands for another one, as if the plug-in had changed since.
  private func replay(afterReplacing text: String, by other: String) throws -> Validator.Result {
    let file = try report(of: "audio.nan-latch-until-reactivation-mode", only: "audio.nan-latch")
    try String(contentsOfFile: file, encoding: .utf8).replacingOccurrences(of: text, with: other)
      .write(toFile: file, atomically: true, encoding: .utf8)
    return try Validator.run(["replay", file, "audio.nan-latch/until-reactivation"])
  }

  /// The mode is found at one value of a control, which the repetition states too.
  @Test(arguments: [[], ["--in-process"]]) func aFindingIsFoundAgain(_ options: [String]) throws {
    defer { try? FileManager.default.removeItem(at: scratch) }
    let file = try report(of: "audio.block-invariance-audible-mode", only: "audio.block-invariance")
    let result = try Validator.run(["replay", file, "audio.block-invariance/audible"] + options)
    #expect(result.status == ExitStatus.findings.rawValue, "\(result.errors)")
    #expect(result.output.contains("with gain = 2.0") && result.output.hasSuffix("was found again.\n"))
  }

  /// No finding states the rate of a single run.
  @Test func aSingleRateIsThatOfTheRepetition() throws {
    defer { try? FileManager.default.removeItem(at: scratch) }
    let file = scratch.appending(path: "report.json").path
    _ = try Validator.run([
      "validate", "--only", "audio.block-invariance", "--rates", "44100", "--blocks", "128", "--format", "json", "-o",
      file,
      DefectBundle("audio.block-invariance-audible-mode").url.path,
    ])
    let settings = try JSONReport.decode(Array(Data(contentsOf: URL(filePath: file)))).settings
    #expect(settings.rate == 44_100 && settings.block == 128)
    let result = try Validator.run(["replay", file, "audio.block-invariance/audible"])
    #expect(result.status == ExitStatus.findings.rawValue, "\(result.output)\(result.errors)")
  }

  /// The report is that of a defect; the plug-in at its place has been repaired since.
  @Test func aFindingThatIsFixedIsNotFoundAgain() throws {
    defer { try? FileManager.default.removeItem(at: scratch) }
    let result = try replay(afterReplacing: "audio.nan-latch-until-reactivation-mode", by: "good-plain")
    #expect(result.status == ExitStatus.clean.rawValue, "\(result.errors)")
    #expect(result.output == "audio.nan-latch/until-reactivation was not found again.\n")
  }

  /// What occurs only with blocks of 96 frames is found again, although the run began with those of 256.
  @Test func aFindingOfSeveralRunsIsRepeatedAtItsBlockLength() throws {
    defer { try? FileManager.default.removeItem(at: scratch) }
    let bundle = try Bundle.compiled(
      "of-96-frames",
      """
      static void run(LV2_Handle handle, uint32_t frames) { if (frames != 96) good_run(handle, frames); }
      PLUGIN(.run = run)
      """)
    let file = scratch.appending(path: "report.json").path
    _ = try Validator.run(
      ["validate", "--only", "audio.unwritten", "--blocks", "256,96", "--format", "json", "-o", file, bundle.path])
    let result = try Validator.run(["replay", file, "audio.unwritten/output"])
    #expect(result.status == ExitStatus.findings.rawValue, "\(result.output) \(result.errors)")
  }

  /// A plug-in that is missing was not examined, so that nothing was shown.
  @Test func aFindingOfAMissingPluginIsNotCalledFixed() throws {
    defer { try? FileManager.default.removeItem(at: scratch) }
    let result = try replay(afterReplacing: "urn:defect:", by: "urn:removed:")
    #expect(result.status == ExitStatus.nothing.rawValue, "\(result.errors)")
    #expect(result.output.contains(" was not examined again: "))
  }

  @Test func anUnknownFindingIsRejected() throws {
    defer { try? FileManager.default.removeItem(at: scratch) }
    let file = try report(of: "good-plain", only: "audio.nan-latch")
    let result = try Validator.run(["replay", file, "audio.nan-latch/until-reactivation"])
    #expect(result.status == ExitStatus.usage.rawValue)
    #expect(result.errors.contains("has no finding audio.nan-latch/until-reactivation"))
  }
}
