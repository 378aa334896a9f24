import Foundation
import Model
import TestSupport
import Testing

/// Plug-ins that load a file: that of lv2val, and that of the user.
@Suite struct LoadedFileTests {
  private let scratch: URL
  private let bundle = "audio.block-invariance-audible-file"

  init() throws {
    scratch = FileManager.default.temporaryDirectory.appending(path: "file-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
  }

  private func validate(_ options: String...) throws -> Validator.Result {
    try Validator.run(
      ["validate", "--only", "audio.block-invariance"] + options + [DefectBundle(bundle).url.path])
  }

  @Test func aFindingStatesTheFileAndIsFoundAgain() throws {
    defer { try? FileManager.default.removeItem(at: scratch) }
    let report = scratch.appending(path: "report.json").path
    #expect(try validate("-f", "json=\(report)").output.contains("mono WAV file"))
    let again = try Validator.run(["replay", report, "audio.block-invariance/audible"])
    #expect(again.output.contains("with a mono WAV file") && again.output.hasSuffix("was found again.\n"), "\(again)")
  }

  /// The plug-in cannot read the file, so its sound has no fault.
  @Test func theFileOfTheUserIsLoadedInstead() throws {
    defer { try? FileManager.default.removeItem(at: scratch) }
    let file = scratch.appending(path: "no sound")
    try Data("text".utf8).write(to: file)
    let result = try validate("--file", "file=\(file.path)")
    #expect(result.status == ExitStatus.clean.rawValue && result.errors.isEmpty, "\(result)")
    #expect(!result.output.contains("audio.block-invariance/audible"), "\(result.output)")
  }

  @Test func aKeyThatNoPluginHasIsNamed() throws {
    defer { try? FileManager.default.removeItem(at: scratch) }
    let file = scratch.appending(path: "text")
    try Data("text".utf8).write(to: file)
    let result = try validate("--file", "nobody=\(file.path)")
    #expect(result.errors.contains("no plug-in that was run has the parameter or the key nobody"), "\(result.errors)")
  }

  @Test(arguments: [("path", "KEY=PATH"), ("path=/nowhere/x.wav", "/nowhere/x.wav does not exist or cannot be read")])
  func aMistakeIsWrongUsage(_ value: String, _ message: String) throws {
    defer { try? FileManager.default.removeItem(at: scratch) }
    let result = try validate("--file", value)
    #expect(result.status == ExitStatus.usage.rawValue && result.errors.contains(message), "\(result)")
  }
}
