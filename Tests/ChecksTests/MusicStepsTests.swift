import Foundation
import Model
import TestSupport
import Testing

/// The steps of findings about music: the fewest events without which nothing happens.
@Suite struct MusicStepsTests {
  @Test(
    arguments: [
      ("atom.output-order", ["run 64"]),
      ("atom.output-order-at-setting", ["value gain 0.0", "at 51 midi 90 43 64", "at 54 midi 90 40 64", "run 64"]),
      ("atom.output-hanging-note-velocity", ["at 1 midi 90 3F 64", "at 127 midi 90 3F 00", "run 256"]),
      ("life.reset-events", ["at 61 midi 90 40 64", "run 256", "reset", "at 189 midi 90 3C 64", "run 256"]),
    ])
  func onlyTheNecessaryStepsRemain(_ name: String, _ steps: [String]) async throws {
    let found = try await findings(in: DefectBundle(name)).map(\.steps)
    #expect(!found.isEmpty && found.allSatisfy { $0 == steps }, "\(found)")
  }

  /// What depends on the time or the rate needs longer steps, which are found all the same.
  @Test(arguments: [
    "atom.output-order-at-setting-tempo", "atom.output-order-delay", "atom.output-outside-block-delay",
    "audio.block-invariance-events", "audio.block-invariance-events-grid-note", "life.session-nonfinite-rate",
  ])
  func longerStepsAreFewToo(_ name: String) async throws {
    let steps = try #require(try await findings(in: DefectBundle(name)).first?.steps)
    #expect((2...6).contains(steps.count) && steps.last?.hasPrefix("run ") == true, "\(steps)")
  }

  private func findings(in defect: DefectBundle) async throws -> [Finding] {
    let report = try await DefectReports.shared.report(of: defect, only: nil)
    return report.bundles.flatMap(\.plugins).flatMap(\.checks).flatMap(\.findings).filter { $0.id == defect.messageID }
  }

  /// The steps of a report can be edited. Without one of them, nothing is wrong.
  @Test(arguments: [
    ("atom.output-order-at-setting", "atom.output", "at 54 midi 90 40 64"),
    ("atom.output-hanging-note-velocity", "atom.output", "at 1 midi 90 3F 64"),
    ("life.reset-events", "life.reset", "at 61 midi 90 40 64"),
    ("audio.block-invariance-events", "audio.block-invariance", "blocks 64"),
    ("life.session-nonfinite-rate", "life.session", "rate 96000.0"),
  ])
  func aReplayPlaysTheSteps(_ name: String, _ check: String, _ step: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "steps-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (defect, file) = (DefectBundle(name), folder.appending(path: "report.json"))
    _ = try Validator.run(
      ["validate", "--only", check, "--format", "json", "-o", file.path, defect.url.path])
    let id = try #require(defect.messageID).rawValue
    let again = try Validator.run(["replay", file.path, id])
    #expect(again.status == Model.ExitStatus.findings.rawValue, "\(again.output) \(again.errors)")
    var text = try String(contentsOf: file, encoding: .utf8)
    text.removeSubrange(try #require(text.range(of: "\"\(step)\",")))
    try text.write(to: file, atomically: true, encoding: .utf8)
    let without = try Validator.run(["replay", file.path, id])
    #expect(without.status == Model.ExitStatus.clean.rawValue, "\(without.output) \(without.errors)")
  }
}
