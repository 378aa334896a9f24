import Foundation
import Model
import Reporting
import TestSupport
import Testing

/// Options of the environment, of lv2val.json and of profiles.
@Suite struct OptionSourceTests {
  private let bundle = DefectBundle("good-plain").url.path

  private func settings(
    _ arguments: [String] = [], environment: [String: String] = [:], file: String? = nil
  ) throws -> Report.Settings {
    let result = try run(arguments, environment: environment, file: file)
    #expect(result.status == 0, "\(result.errors)")
    return try JSONReport.decode(Array(result.output.utf8)).settings
  }

  private func run(
    _ arguments: [String] = [], environment: [String: String] = [:], file: String? = nil
  ) throws -> Validator.Result {
    let directory = FileManager.default.temporaryDirectory.appending(path: "options-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try (file ?? "{}").write(to: directory.appending(path: "lv2val.json"), atomically: true, encoding: .utf8)
    return try Validator(
      ["validate", "--only", "manifest.name", "--format", "json"] + arguments + [bundle], environment: environment,
      directory: directory
    ).wait()
  }

  @Test func theCommandLineReplacesTheEnvironmentAndTheFile() throws {
    let file = #"{ "options": { "seed": 3, "strictness": 4, "rates": [44100, 96000] } }"#
    let read = try settings(environment: ["LV2VAL_SEED": "2"], file: file)
    #expect(read.seed == 2 && read.strictness == 4 && read.rates == [44_100, 96_000])
    #expect(try settings(["--seed", "1"], environment: ["LV2VAL_SEED": "2"], file: file).seed == 1)
  }

  @Test func aProfileIsReplacedByOptions() throws {
    let read = try settings(["--profile", "mod"])
    #expect(read.strictness == 8 && read.block == 128)
    let replaced = try settings(["--profile", "mod", "--block", "64"], environment: ["LV2VAL_STRICTNESS": "3"])
    #expect(replaced.strictness == 3 && replaced.block == 64)
    #expect(try settings(["--profile", "release"]).failOn == .warning)
  }

  /// Without --format on the command line, both reports are written.
  @Test(arguments: [
    ([:], #"{ "options": { "format": ["text", "json=r.json"] } }"#), (["LV2VAL_FORMAT": "text,json=r.json"], "{}"),
  ])
  func severalFormatsAreListed(_ environment: [String: String], _ file: String) throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "options-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try file.write(to: directory.appending(path: "lv2val.json"), atomically: true, encoding: .utf8)
    let validator = try Validator(
      ["validate", "--only", "manifest.name", bundle], environment: environment, directory: directory)
    let result = try validator.wait()
    #expect(result.status == 0 && result.output.contains("lv2val: result=pass"), "\(result.errors)")
    let report = try JSONReport.decode(Array(Data(contentsOf: directory.appending(path: "r.json"))))
    #expect(report.bundles.count == 1)
    // The same file does not apply to compare.
    let path = directory.appending(path: "r.json").path
    let comparison = try Validator(["compare", path, path], environment: environment, directory: directory).wait()
    #expect(comparison.status == 0, "\(comparison.errors)")
  }

  @Test func flagsAreSetAndUnset() throws {
    #expect(try settings(environment: ["LV2VAL_RANDOMIZE": "1"]).isRandomized == true)
    #expect(try settings(environment: ["LV2VAL_RANDOMIZE": "0"]).isRandomized == nil)
    #expect(try settings(file: #"{ "options": { "randomize": true } }"#).isRandomized == true)
  }

  /// `--randomise` was the name of `--randomize`.
  @Test func formerNamesAreAccepted() throws {
    #expect(try settings(["--randomise"]).isRandomized == true)
    #expect(try settings(environment: ["LV2VAL_RANDOMISE": "1"]).isRandomized == true)
    #expect(try settings(file: #"{ "options": { "randomise": true } }"#).isRandomized == true)
  }

  @Test(
    arguments: [
      (["LV2VAL_QUIET": "maybe"], nil, "LV2VAL_QUIET requires 1 or 0, not 'maybe'"),
      ([:], #"{ "options": { "strict": 1 } }"#, "unknown option 'strict'"),
      ([:], #"{ "strictness": 1 }"#, "unknown member 'strictness'; the members are 'skip' and 'options'"),
      ([:], #"{ "options": { "timeout": 1e19 } }"#, "--timeout requires a number"),
      (["LV2VAL_STRICTNESS": "11"], nil, "--strictness requires a number from 1 to 10, not '11'"),
      (["LV2VAL_PROFILE": "desktop"], nil, "--profile requires one of release, debian, mod, not 'desktop'"),
      (["LV2VAL_RATES": "44100,"], nil, "--rates requires a number from 8000.0 to 384000.0, not ''"),
    ] as [([String: String], String?, String)])
  func wrongValuesAreUsageErrors(_ environment: [String: String], _ file: String?, _ message: String) throws {
    let result = try run(environment: environment, file: file)
    #expect(result.status == 2 && result.errors.contains(message), "\(result.errors)")
  }

  @Test func strictnessSelectsChecks() throws {
    let result = try Validator([
      "validate", "--only", "manifest.*", "--strictness", "1", "--format", "json", bundle,
    ]).wait()
    let checks = try JSONReport.decode(Array(result.output.utf8)).bundles.flatMap(\.plugins).flatMap(\.checks)
    #expect(checks.first { $0.check == "manifest.name" }?.status == .passed)
    #expect(checks.first { $0.check == "manifest.license" }?.reason == "level 7 is above --strictness 1")
  }

  @Test func severalRunsAreOneReport() throws {
    let bundle = DefectBundle("audio.nonfinite-output-root").url.path
    let result = try Validator([
      "validate", "--only", "audio.nonfinite", "--blocks", "64,256", "--repeat", "2", "--randomize", "--format", "json",
      bundle,
    ]).wait()
    let report = try JSONReport.decode(Array(result.output.utf8))
    #expect(report.bundles.count == 1 && report.settings.blocks == [64, 256] && report.settings.repetitions == 2)
    let findings = report.bundles.flatMap(\.plugins).flatMap(\.checks).flatMap(\.findings)
    #expect(
      !findings.isEmpty
        && findings.allSatisfy { $0.message.contains("in 4 of 4 runs, first at 48000 Hz in blocks of 64 frames") })
  }
}
