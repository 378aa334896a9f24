import Checks
import Model
import Testing

/// Which check answers for the end of a process, and how severe that end is.
@Suite struct ProvocationTests {
  private func subject(of check: CheckID, in call: Call?, movedControl: Bool) -> EndSubject? {
    Catalogue.provocation(of: check).incidentalSubject(in: call, movedControl: movedControl)
  }

  @Test func aCheckAnswersForItsEndsByDefault() {
    #expect(subject(of: "audio.determinism", in: .run, movedControl: true) == nil)
    #expect(subject(of: "manifest.syntax", in: nil, movedControl: false) == nil)
    #expect(Catalogue.provocation(of: "audio.determinism").severity == .error)
  }

  /// Checks that move controls all the time provoke the crashes that param.bounds reports.
  @Test(
    arguments: ["rt.allocation", "rt.lock", "rt.syscall", "rt.host-callback", "param.zipper", "audio.runaway"]
      as [CheckID])
  func checksThatMoveControlsProvokeEndsAboutControls(_ check: CheckID) {
    for movedControl in [false, true] { #expect(subject(of: check, in: .run, movedControl: movedControl) == .controls) }
    #expect(subject(of: check, in: .cleanup, movedControl: true) == .controls)
  }

  @Test func anEndAtASettingIsAboutControlsEvenAfterNaN() {
    #expect(subject(of: "audio.nan-latch", in: .run, movedControl: false) == .nonfiniteInput)
    #expect(subject(of: "audio.nan-latch", in: .run, movedControl: true) == .controls)
  }

  @Test(arguments: ["mem.leak", "mem.invalid-free", "mem.resources"] as [CheckID])
  func memoryChecksAnswerForEndsOutsideRun(_ check: CheckID) {
    #expect(subject(of: check, in: .run, movedControl: false) == .controls)
    #expect(subject(of: check, in: "work_response()", movedControl: false) == .controls)
    #expect(subject(of: check, in: .cleanup, movedControl: true) == nil)
    #expect(subject(of: check, in: nil, movedControl: true) == nil)
  }

  @Test(
    arguments: [
      "audio.overrun", "audio.input-write", "life.in-place", "audio.unwritten", "life.reset", "audio.block-invariance",
    ] as [CheckID])
  func endsAfterAControlChangeAreAboutControls(_ check: CheckID) {
    #expect(subject(of: check, in: .run, movedControl: false) == nil)
    #expect(subject(of: check, in: .run, movedControl: true) == .controls)
    #expect(subject(of: check, in: .cleanup, movedControl: true) == nil)
  }

  @Test func otherSubjects() {
    #expect(subject(of: "audio.nan-latch", in: .run, movedControl: false) == .nonfiniteInput)
    #expect(subject(of: "thread.concurrent", in: .run, movedControl: false) == nil)
    #expect(subject(of: "thread.concurrent", in: .cleanup, movedControl: false) == .instance)
    let exceeding = Catalogue.all.map { $0.id }.filter { Catalogue.provocation(of: $0).exceedsRanges }
    #expect(exceeding == ["param.out-of-range"])
  }

  @Test(
    arguments: [
      (.controls, "param.bounds"), (.instance, "life.instantiate"), (.portRead, "audio.out-of-bounds-read"),
      (.inputWrite, "audio.input-write"), (.portOverrun, "audio.overrun"), (.heapAccess, "mem.heap-access"),
      (.shortBlock, "audio.small-block"), (.earlyResult, "worker.contract"), (.nonfiniteInput, "audio.nan-crash"),
      (.reading, "manifest.syntax"), (.call("save()"), "state.roundtrip"),
    ] as [(EndSubject, CheckID)])
  func everySubjectHasOneCheck(_ subject: EndSubject, _ check: CheckID) {
    #expect(Catalogue.check(answeringFor: subject)?.id == check)
    #expect(Catalogue.all.count { $0.answersFor.contains(subject) } == 1)
  }

  /// Checks that demand more than the specification requires only warn.
  @Test func someEndsAreWarnings() {
    let warnings = Catalogue.all.map { $0.id }.filter { Catalogue.provocation(of: $0).severity == .warning }
    #expect(Set(warnings) == ["life.required-feature", "audio.alignment", "ui.static", "state.garbage"])
  }
}
