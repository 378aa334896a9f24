import Foundation
import Testing

@testable import Rendering

@Suite struct AutomationTests {
  @Test func interpolatesByShape() throws {
    let linear = try #require(Automation(inline: "0@0,10@1", rate: 1000))
    #expect(linear.value(at: 500) == 5)
    let exponential = try #require(Automation(inline: "200@0,8000@4s:exp", rate: 1000))
    // The middle of an exponential transition is the geometric mean; the error of powf is at most 2 ulp.
    #expect(abs(exponential.value(at: 2000) - 1264.9111) < 1264.9111 * 4 * .ulpOfOne)
    let step = try #require(Automation(inline: "1@0,2@1:step", rate: 1000))
    #expect(step.value(at: 999) == 1 && step.value(at: 1000) == 2)
  }

  @Test func isConstantBeforeTheFirstAndAfterTheLastPoint() throws {
    let automation = try #require(Automation(inline: "3@1,7@2", rate: 100))
    #expect(automation.value(at: 0) == 3)
    #expect(automation.value(at: 100) == 3)
    #expect(automation.value(at: 200) == 7)
    #expect(automation.value(at: 1_000_000) == 7)
  }

  @Test func readsTimesWithColonsAndShapes() throws {
    let automation = try #require(Automation(inline: "1@0,2@1:30,3@2:00:step", rate: 10))
    #expect(automation.points.map(\.frame) == [0, 900, 1200])
    #expect(automation.points.map(\.shape) == [.linear, .linear, .step])
  }

  @Test func readsBreakpointFiles() throws {
    let text = "# time value shape\n0 200\n\n500ms 400 exp # up\n1:00 100 step\n"
    let automation = try #require(Automation(file: text, rate: 1000))
    #expect(automation.points.map(\.frame) == [0, 500, 60_000])
    #expect(automation.points.map(\.value) == [200, 400, 100])
    #expect(automation.points.map(\.shape) == [.linear, .exponential, .step])
  }

  /// Editors on Windows write it.
  @Test func ignoresAByteOrderMark() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "breakpoints-\(UUID().uuidString)").path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("\u{FEFF}0 200\r\n1 400 exp\r\n".utf8).write(to: URL(filePath: path))
    let automation = try #require(Automation(file: try Automation.readFile(path), rate: 1000))
    #expect(automation.points.map(\.frame) == [0, 1000] && automation.points.map(\.value) == [200, 400])
  }

  @Test(arguments: [
    "", "5", "@1", "5@", "5@1,4@1", "5@2,4@1", "0@0,5@1:exp", "-1@0,5@1:exp", "5@0:cubic", "nan@0", "5@-1", "5@0,",
  ])
  func rejectsInvalidAutomation(_ text: String) {
    #expect(Automation(inline: text, rate: 48_000) == nil)
  }

  @Test(arguments: ["", "# nothing\n", "0\n", "0 1 2 3\n", "1 5\n0 4\n", "zero one\n"])
  func rejectsInvalidBreakpointFiles(_ text: String) {
    #expect(Automation(file: text, rate: 48_000) == nil)
  }
}
