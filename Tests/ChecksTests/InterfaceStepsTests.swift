import Foundation
import Model
import TestSupport
import Testing

/// The steps of findings about interfaces: the fewest calls and events without which nothing happens.
@Suite struct InterfaceStepsTests {
  @Test(
    arguments: [
      ("ui.idle-crash", ["open", "idle 1"]),
      ("ui.input-crash", ["open", "move 50 40", "press 3"]),
      ("ui.instantiate-crash", ["open without=http://lv2plug.in/ns/extensions/ui#touch"]),
      ("ui.instantiate-crash-slow", ["open without=http://lv2plug.in/ns/extensions/ui#touch"]),
      ("ui.port-event-crash", ["open", "value gain 2.0"]),
      ("ui.reopen-crash", ["open", "2: open", "2: close", "cleanup"]),
      ("ui.resize-crash", ["open", "resize 1 1"]),
      ("ui.show-crash", ["open alone", "show", "dismiss", "hide"]),
      ("ui.resize-x-error", ["open", "resize 1 1"]),
      ("ui.x-error-error", ["open", "close"]),
      ("ui.x-error-error-resize", ["open", "resize 800 600"]),
    ])
  func onlyTheNecessaryStepsRemain(_ name: String, _ steps: [String]) async throws {
    let defect = DefectBundle(name)
    let report = try await DefectReports.shared.report(of: defect, only: nil)
    let findings = report.bundles.flatMap(\.plugins).flatMap(\.checks).flatMap(\.findings)
    let found = findings.filter { $0.id == defect.messageID }.map { $0.steps }
    #expect(!found.isEmpty && found.allSatisfy { $0 == steps }, "\(found)")
  }

  /// The steps of a report can be edited. Without one of them, the crash does not occur again.
  @Test(arguments: [(nil, Model.ExitStatus.findings), ("dismiss", .clean)])
  func aReplayTakesTheSteps(_ missing: String?, _ status: Model.ExitStatus) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "steps-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "report.json")
    _ = try Validator.run(
      ["validate", "--only", "ui.show", "--format", "json", "-o", file.path, DefectBundle("ui.show-crash").url.path])
    if let missing {
      var text = try String(contentsOf: file, encoding: .utf8)
      let step = try #require(text.range(of: "\"\(missing)\","))
      text.removeSubrange(step)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let result = try Validator.run(["replay", file.path, "ui.show/crash"])
    #expect(result.status == status.rawValue, "\(result.output) \(result.errors)")
  }
}
