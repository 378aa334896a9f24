import Checks
import Model
import Testing

/// The table of the checks that crashes and timeouts of a child process are attributed to.
@Suite struct AttributionTests {
  @Test func anEndIsAttributedToTheRunningCheckByDefault() {
    #expect(Attribution.check(during: "life.reset", call: "run", movedControl: true) == "life.reset")
    #expect(Attribution.check(during: "manifest.syntax", call: nil, movedControl: false) == "manifest.syntax")
    #expect(Attribution.severity(of: "life.reset") == .error)
  }

  /// Checks that move controls all the time provoke the crashes that param.bounds reports.
  @Test(
    arguments: ["rt.allocation", "rt.lock", "rt.syscall", "rt.host-callback", "param.zipper", "audio.runaway"]
      as [CheckID])
  func checksThatMoveControlsReportParamBounds(_ check: CheckID) {
    for movedControl in [false, true] {
      #expect(Attribution.check(during: check, call: "run", movedControl: movedControl) == "param.bounds")
    }
    #expect(Attribution.check(during: check, call: "cleanup", movedControl: true) == "param.bounds")
  }

  @Test(arguments: ["mem.leak", "mem.invalid-free", "mem.resources"] as [CheckID])
  func memoryChecksReportOnlyCrashesOutsideRun(_ check: CheckID) {
    #expect(Attribution.check(during: check, call: "run", movedControl: false) == "param.bounds")
    #expect(Attribution.check(during: check, call: "cleanup", movedControl: true) == check)
    #expect(Attribution.check(during: check, call: nil, movedControl: true) == check)
  }

  @Test(arguments: ["audio.overrun", "audio.input-write", "life.in-place", "audio.unwritten"] as [CheckID])
  func crashesAfterAControlChangeAreParamBounds(_ check: CheckID) {
    #expect(Attribution.check(during: check, call: "run", movedControl: false) == check)
    #expect(Attribution.check(during: check, call: "run", movedControl: true) == "param.bounds")
    #expect(Attribution.check(during: check, call: "cleanup", movedControl: true) == check)
  }

  @Test func otherExceptions() {
    #expect(Attribution.check(during: "audio.nan-latch", call: "run", movedControl: false) == "audio.nan-crash")
    #expect(Attribution.check(during: "thread.concurrent", call: "run", movedControl: false) == "thread.concurrent")
    #expect(Attribution.check(during: "thread.concurrent", call: "cleanup", movedControl: false) == "life.instantiate")
    #expect(Attribution.exceedsRanges("param.out-of-range") && !Attribution.exceedsRanges("param.bounds"))
  }

  @Test func guardPageAccessesAreAttributed() {
    #expect(Attribution.check(for: .read) == "audio.out-of-bounds-read")
    #expect(Attribution.check(for: .writeInside) == "audio.input-write")
    #expect(Attribution.check(for: .writeOutside) == "audio.overrun")
  }

  /// Checks that demand more than the specification requires only warn.
  @Test func someEndsAreWarnings() {
    let warnings = Catalogue.all.map { $0.id }.filter { Attribution.severity(of: $0) == .warning }
    #expect(Set(warnings) == ["life.required-feature", "audio.alignment", "ui.static"])
  }

  @Test func onlyDamageAndOverrunsProveDamage() {
    func finding(_ check: CheckID, _ cause: Cause) -> CheckReport {
      CheckReport(
        check,
        .findings([
          Finding(id: MessageID(check, "x"), severity: .error, cause: cause, message: "X.", rule: "r", remedy: "Do.")
        ]))
    }
    #expect(Attribution.damage(in: ["mem.heap-access": finding("mem.heap-access", .damage)]) == "mem.heap-access")
    #expect(Attribution.damage(in: ["mem.heap-access": finding("mem.heap-access", .crash)]) == nil)
    #expect(Attribution.damage(in: ["audio.overrun": finding("audio.overrun", .assertion)]) == "audio.overrun")
    #expect(Attribution.damage(in: ["life.reset": finding("life.reset", .crash)]) == nil)
    // The heap was guarded during that check.
    #expect(Attribution.damage(in: ["life.reset": finding("life.reset", .damage)]) == "life.reset")
  }
}
