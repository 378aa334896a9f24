import Checks
import Foundation
import Model
import Reporting
import TestSupport
import Testing

/// Validates every folder of the corpus with lv2val: the check of the folder finds the defect, with the kind of message
/// that the folder is named after, and no other check reports an error.
@Suite struct DefectsTests {
  @Test(.needsAllReports, arguments: DefectBundle.all) func isFoundByItsCheckOnly(_ defect: DefectBundle) async throws {
    let findings = try await findings(in: defect)
    for finding in findings { expectPlainText(finding) }
    let others = findings.filter { $0.severity == .error && $0.check != defect.check }
    #expect(others.isEmpty, "\(others.map { "\($0.check): \($0.message)" })")
    if Self.withoutWarning.contains(defect.name) {
      let warnings = findings.filter { $0.severity > .note && $0.check.family != "perf" }
      #expect(warnings.isEmpty, "\(warnings.map { "\($0.check): \($0.message)" })")
    }
    guard let id = defect.messageID else { return }
    let severities = findings.filter { $0.id == id }.map(\.severity)
    #expect(!severities.isEmpty, "expected \(id.rawValue), found \(findings.map { "\($0.id?.rawValue ?? "")" })")
    #expect(severities.max() == defect.statedSeverity ?? defect.usualSeverity, "\(severities)")
  }

  /// The id is in the catalogue; the first sentence is short and names its subject.
  private func expectPlainText(_ finding: Finding) {
    let kinds =
      (Catalogue.check(finding.check)?.description.messages ?? []).map(\.id.kind) + EndMessage.allCases.map(\.word)
    #expect(finding.id.map { $0.check == finding.check && kinds.contains($0.kind) } == true, "\(finding)")
    #expect(!finding.message.hasPrefix("It ") && finding.message.hasSuffix("."), "\(finding.message)")
    let first = Prose.sentences(finding.message).first ?? ""
    #expect(!first.isEmpty && Prose.words(first) <= 30, "\(Prose.words(first)) words: \(first)")
  }

  /// Plug-ins for which even a warning would be wrong, although comparisons and measurements could mislead a check.
  ///
  /// perf.* is excluded: the load of the machine influences it.
  private static let withoutWarning: Set = [
    "good-busy-silence", "good-crackle", "good-decibels", "good-high-rates", "good-instrument", "good-loading-thread",
    "good-make-path", "good-resident", "good-swell", "good-tape-echo", "good-tape-loud", "good-vocoder",
    "good-worker-load", "good-worker-owner",
  ]

  @Test func theNamedPluginsExist() {
    #expect(Self.withoutWarning.union(DefectReports.sleeping).isSubset(of: DefectBundle.all.map(\.name)))
  }

  @Test func everyFindingHasRuleAndRemedy() async throws {
    for finding in try await findings(in: DefectBundle("life.run-zero-crash")) {
      #expect(!finding.message.isEmpty && !finding.rule.isEmpty && !finding.remedy.isEmpty)
    }
  }

  @Test func aCrashIsLocated() async throws {
    let findings = try await findings(in: DefectBundle("life.run-zero-crash"))
    let crash = try #require(findings.first { $0.check == "life.run-zero" })
    #expect(crash.id == MessageID("life.run-zero", "crash") && crash.cause == .crash)
    #expect(crash.call == "run()")
    #expect(crash.block?.frames == 0)
    #expect(crash.seed == 1)
    #expect(
      try #require(crash.backtrace).contains {
        $0.function == "run" && $0.file?.hasSuffix("/plugin.c") == true && $0.file?.first == "/"
      })
  }

  /// A crash or a hang names only the controls, the changes and the block length that it needs.
  @Test(arguments: [
    ("param.bounds-crash-two-of-three", ["high", "low"], "and other controls at their defaults."),
    ("param.bounds-crash", ["gain"], "does the same with gain = 2.0, and other controls"),
    ("param.bounds-crash-late", ["gain"], "does the same with gain = 2.0, and other controls at their defaults."),
    (
      "param.bounds-crash-change", ["gain"],
      "A fresh instance does the same after 'gain' changed from 1.0 to 2.0, with other"
    ),
    (
      "param.bounds-timeout", ["gain"],
      "A fresh instance does the same with gain = 2.0, and other controls at their defaults."
    ),
    (
      "audio.max-block-crash-moved", [],
      "does the same with all controls at their defaults, in blocks of 8192 frames but not of 4096."
    ),
  ])
  func theCauseOfACrashIsReduced(_ name: String, _ symbols: [String], _ text: String) async throws {
    let defect = DefectBundle(name)
    let crash = try #require(try await findings(in: defect).first { $0.check == defect.check })
    #expect([.crash, .hang].contains(crash.cause) && (crash.controls ?? []).map(\.symbol).sorted() == symbols)
    #expect(crash.message.contains(text), "\(crash.message)")
    // Each value is stated once.
    for control in crash.controls ?? [] {
      let value = "\(control.symbol) = \(control.value)"
      #expect(crash.message.components(separatedBy: value).count <= 2, "\(crash.message)")
    }
  }

  /// A fault at another instruction of the same function is another fault. Its settings do not explain the first one.
  @Test func twoFaultsInOneFunctionAreReported() async throws {
    let crashes = try await findings(in: DefectBundle("life.optional-port-crash-two-faults")).filter {
      $0.cause == .crash
    }
    #expect(crashes.map(\.check) == ["life.optional-port", "param.out-of-range"])
    #expect(crashes.map { ($0.controls ?? []).map(\.symbol) } == [[], ["gain"]])
    #expect(Set(crashes.compactMap { $0.backtrace?.first?.function }) == ["run"])
    #expect(Set(crashes.compactMap { $0.backtrace?.first?.offset }).count == 2)
  }

  /// An interface that accesses the instance opens several times for one.
  @Test func aLeakOfTheInstanceIsNoneOfItsInterface() async throws {
    let findings = try await findings(in: DefectBundle("mem.leak-heap-interface"))
    #expect(findings.map(\.check).contains("mem.leak") && !findings.map(\.check).contains("ui.leak"))
  }

  /// save() continues while run() of the same instance does not return. A hang at NaN does not hide that.
  @Test(arguments: ["endless", "nan"]) func aHangInOneOfTwoThreadsIsLocated(_ variant: String) async throws {
    let bundle = DefectBundle("thread.save-during-run-timeout-\(variant)")
    let hangs = try await findings(in: bundle).filter { $0.cause == .hang }
    #expect(hangs.map(\.id) == [MessageID("thread.save-during-run", "timeout")])
    #expect(hangs.map(\.call) == ["run()"] && hangs.first?.backtrace?.first?.function == "run")
  }

  /// What remains in a buffer depends on whether another port shares it, which is not a second fault.
  @Test(arguments: ["half", "nothing", "setting"]) func unwrittenOutputIsNotReportedAsSharing(
    _ variant: String
  ) async throws {
    let found = try await findings(in: DefectBundle("audio.unwritten-output-\(variant)")).map(\.check)
    #expect(found.contains("audio.unwritten") && !found.contains("life.in-place"))
  }

  /// NaN differs from itself; the fault at NaN is nevertheless recognized as that at the maximum.
  @Test func aFaultWithinTheRangeIsNotReportedAgainAtNaN() async throws {
    let crashes = try await findings(in: DefectBundle("param.bounds-crash-or-nan")).filter { $0.cause == .crash }
    #expect(crashes.map(\.check) == ["param.bounds"])
  }

  @Test(arguments: [
    ("life.instantiate-crash-idle", "The instance was never activated."),
    ("life.instantiate-null-at-required-rate-memory", "failed at lv2val's own memory limit."),
    (
      "life.instantiate-null-at-required-rate-mapping",
      "An allocation of 8589934592 bytes failed at lv2val's own memory limit."
    ),
    ("life.options-const-output-block", "after set() of opts:interface changed bufsz:maxBlockLength to 512 frames;"),
    ("param.enabled-undelayed", "equals the undelayed input"),
    ("atom.input-fuzz-crash-beat", "Circumstances: time:Position with beatUnit 0."),
    (
      "audio.input-write-control-overwritten-warning",
      "run() wrote input control 'gain', but the value did not change; expected no write to an input."
    ),
    ("audio.input-write-control-overwritten-button", "run() changed input control 'gain' from 2.0 to 0.0; expected"),
    ("audio.block-invariance-audible-first", "The difference begins in output 'out' at frame "),
    (
      "audio.block-invariance-audible-first",
      " While no control moves, only the lengths of the first blocks matter."
    ),
    ("audio.uninitialised-output-setting", "on, with gain = "),
    (
      "audio.uninitialised-output-setting",
      " It depends on bytes 0 to 3 of the 4 bytes that instantiate() (plugin.c:7) allocates."
    ),
    ("audio.uninitialised-output-stack", " so look for an automatic variable."),
    (
      "audio.uninitialised-crash-and-output",
      " CD: bytes 256 to 259 of the 264 bytes that instantiate() (plugin.c:13) allocates."
    ),
    ("audio.uninitialised-crash-and-output", " It depends on bytes 260 to 263 of the 264 bytes that "),
    ("audio.nan-crash-crash-control", " Circumstances: NaN at the audio inputs."),
    (
      "audio.nonfinite-output-generator",
      "is NaN at frame 10001 after activate() at 88200 Hz. An output is NaN or infinite at 88.2,"
    ),
    ("life.reset-late-output", "that of an instance that did not play before is 0.0 there."),
    (
      "param.out-of-range-crash-past",
      "after it played with gain = -2.0 (range 0.0 to 2.0) and was activated again, with all controls at their defaults."
    ),
    ("rt.lock-blocking-function-library-warning", "called pthread_mutex_lock() in libcairo"),
    ("atom.input-fuzz-read-past-end-type-warning", "'events' with an event of an unknown type with 0 bytes;"),
    ("manifest.log-range-zero-bound-output-note", "The logarithmic range of output 'peak' has the minimum 0,"),
    (
      "mem.heap-access-heap-access-before",
      "read memory 200 bytes before a heap block of 4000 bytes, where lv2val protects"
    ),
    (
      "mem.heap-access-heap-access-maximum",
      "A fresh instance does the same with gain = 2.0, and other controls at their defaults."
    ),
    ("param.out-of-range-crash-table", "(range 0.0 to 2.0)"),
    ("rt.allocation-heap-function-program", " call paths), first for 4096 bytes after a program change; expected"),
    (
      "thread.save-during-run-crash", "run() crashed with SIGSEGV, reading address 0x0. Circumstances: save() and run()"
    ),
    ("mem.heap-access-heap-access-freed", "that was freed, where lv2val protects the memory."),
    ("mem.heap-access-heap-access-read", "of a heap block of 256 bytes, where lv2val protects the memory."),
    ("audio.max-block-crash-assert", "run: Assertion `frames <= 4096' failed.'."),
    ("life.optional-port-crash-output", "' at NULL."),
    ("param.bounds-jump", "is NaN after 'gain' changed from 2.0 to 0.0; expected"),
    ("perf.denormal-without-flush-to-zero", "operations per frame with subnormal numbers in silence, from "),
    ("mem.leak-activation", "Each further cycle of activate(), run() and deactivate() leaks "),
    ("rt.allocation-heap-function-aligned", "aligned_alloc()"),
    ("life.reset-first-activation", " relative to the peak. It does not depend on what was played before."),
    ("life.reset-output-at-setting", " dB relative to the peak, with echo = "),
    (
      "param.bounds-setting-after-others",
      "is NaN with gain = 2.0; expected finite samples. This occurs only in an instance that played with gain = 0.0 before."
    ),
    ("param.bounds-setting-silence", " is NaN in silence with gain = 0.0; expected"),
    ("param.out-of-range-output-root", "'gain' (range 0.0 to 2.0) at -2.0, -0.02 and -infinity."),
    ("rt.allocation-heap-function-control", "call paths), first for 256 bytes after 'gain' changed from "),
    ("rt.allocation-heap-function-malloc", "called malloc() and free() ("),
    ("rt.allocation-heap-function-malloc", " call paths), first for 64 bytes; expected"),
    ("rt.first-block-late-initialization-malloc", "called calloc() for 256 bytes in the first block; expected"),
    ("mem.invalid-free-not-allocated-unwritten", "The instance was never activated."),
    (
      "manifest.port-symbol-group-duplicate",
      "Port 1 'In' and the port group <urn:defect:manifest.port-symbol-group-duplicate#inputs> have the symbol 'in';"
    ),
    (
      "life.required-feature-instantiated-without-feature-note",
      "The audio output on noise is the same as with the feature."
    ),
    ("life.reset-output-delay", "depends on what was played before in frames 0 to 62, by up to "),
    ("life.reset-output-inaudible-note", " dB relative to the peak."),
    ("manifest.port-symbol-duplicate", "Port 1 'In' and port 2 'Out' have the symbol 'in';"),
    ("manifest.version-missing", "There is no version: lv2:minorVersion and lv2:microVersion are missing."),
    ("param.output-range-out-of-bounds-strict", "expected -60.0 to 0.0, its strict bounds."),
    ("life.optional-feature-refused", "instantiate() returned NULL without the optional feature urid:map;"),
    (
      "state.roundtrip-changed-value-coarse", "#peak> as 0.12, but as 0.06 after restore() into a new instance."
    ),
  ])
  func theMessageNamesTheCause(_ name: String, _ text: String) async throws {
    let findings = try await ownFindings(name)
    #expect(findings.contains { $0.message.contains(text) }, "\(findings.map(\.message))")
  }

  /// The remedy of a message that needs another one than the rest of its check.
  @Test(arguments: [
    ("manifest.port-symbol-group-duplicate", "Give the port group a unique symbol such as 'in_group'"),
    ("manifest.host-support-port-type-note", "Change nothing unless the plug-in should run in Ardour:"),
    ("param.output-range-out-of-bounds-strict", "Clamp control output 'level' to its bounds of -60.0 to 0.0"),
    ("atom.output-order", "Write events in the order of their times"),
    ("atom.output-midi-message-short", "Write complete MIDI messages"),
    ("atom.tiny-buffer-incomplete", "If a forge function fails, restore the size"),
    (
      "audio.block-invariance-audible-first",
      "Finish in instantiate() or activate() what the first blocks complete"
    ),
    ("life.instantiate-crash-idle", "Set all pointers of the instance in instantiate()"),
    ("life.instantiate-thread-crash-later", "End the threads of the plug-in, or let them wait, before"),
    (
      "manifest.range-default-outside",
      "Move the default of port 'gain' into the range, or set the lv2:maximum to 3.0"
    ),
    ("manifest.scale-points-out-of-range", "Set the lv2:maximum of port 'gain' to 20.0"),
    ("mem.invalid-free-not-allocated-unwritten", "Set every pointer that cleanup() frees in instantiate()"),
    ("life.optional-feature-refused", "Handle the absence of urid:map in instantiate()"),
    ("manifest.deprecated-term", "Replace 'lv2:portProperty lv2:reportsLatency' by 'lv2:designation lv2:latency'"),
    ("manifest.version-development", "For a release, write 'lv2:minorVersion 4 ; lv2:microVersion 0'"),
    ("manifest.version-missing-text", "Write 'lv2:minorVersion 2' at the plug-in."),
    ("preset.valid-out-of-range", "Set 'gain' in the preset 'Louder' to a value from 0.0 to 2.0"),
  ])
  func theRemedyFitsTheMessage(_ name: String, _ start: String) async throws {
    let findings = try await ownFindings(name)
    #expect(!findings.isEmpty && findings.allSatisfy { $0.remedy.hasPrefix(start) }, "\(findings.map(\.remedy))")
  }

  /// A fault that also occurs within the range is not blamed on values outside of it.
  @Test func theEndOfTheRangeIsNamedInsteadOfValuesBeyond() async throws {
    let findings = try await findings(in: DefectBundle("mem.heap-access-heap-access-maximum"))
    #expect(!findings.contains { $0.check == "param.out-of-range" }, "\(findings.map(\.message))")
  }

  /// Controls that matter in one mode, at low levels or when they are pressed, and one whose name says that it is unused.
  @Test func aControlThatRarelyMattersIsNotCalledUnused() async throws {
    let findings = try await findings(in: DefectBundle("good-rare-controls"), only: "param.unused")
    #expect(findings.isEmpty, "\(findings.map(\.message))")
  }

  /// Plug-ins that a comparison of a check could mislead, although another check may have a finding about them.
  @Test(
    arguments: [
      ("good-note-turns", "audio.nan-latch"), ("good-state-oscillator", "state.roundtrip"),
      ("good-patch-meter", "atom.patch"), ("good-loudness", "param.output-range"),
      ("good-looper-mode", "audio.unused-input"), ("good-freeze", "audio.note-end"),
    ] as [(String, CheckID)])
  func aLookAlikeHasNoFinding(_ name: String, _ check: CheckID) async throws {
    let report = try await report(of: DefectBundle(name), only: check)
    let checks = report.bundles.flatMap(\.plugins).flatMap(\.checks).filter { $0.check == check }
    #expect(checks.map(\.status) == [.passed], "\(checks)")
  }

  @Test(arguments: ["good-denormal-single", "good-flush-to-zero"])
  func fewOperationsWithSubnormalNumbersAreNotReported(_ name: String) async throws {
    let findings = try await findings(in: DefectBundle(name)).filter { $0.check == "perf.denormal" }
    #expect(findings.isEmpty, "\(findings.map(\.message))")
  }

  @Test func anAllocationInEachBlockDependsOnNoChange() async throws {
    let findings = try await findings(in: DefectBundle("rt.allocation-heap-function-malloc")).filter {
      $0.check == "rt.allocation"
    }
    #expect(!findings.isEmpty && !findings.contains { $0.message.contains("changed") })
  }

  /// An address that was never that of a heap block is not called a freed block.
  @Test func aWildAddressIsNoFreedBlock() async throws {
    let ends = try await findings(in: DefectBundle("param.bounds-crash-wild")).filter { $0.cause != .assertion }
    #expect(ends.contains { $0.message.contains("reading address 0x") })
    #expect(!ends.contains { $0.message.contains("freed") })
  }

  /// A check selected alone reports nothing else, and a crash that another check answers for is its own.
  @Test func aCheckAloneReportsOnlyItself() async throws {
    for check in ["rt.allocation", "param.bounds", "audio.unwritten"] as [CheckID] {
      let findings = try await findings(in: DefectBundle("param.bounds-crash"), only: check)
      #expect(!findings.isEmpty && findings.allSatisfy { $0.check == check }, "\(check): \(findings.map(\.id))")
    }
  }

  /// What a check finds does not depend on the other checks, neither on those that end by the same fault nor on those
  /// before it in the same process.
  @Test(arguments: [
    "atom.input-fuzz-heap-access", "audio.overrun-past-buffer", "life.instantiate-thread-crash-later",
    "mem.heap-access-heap-access-freed",
    "param.bounds-crash", "rt.lock-blocking-function-condition", "thread.concurrent-crash",
    "thread.isolation-shared-state",
    "worker.contract-crash-early",
  ])
  func aCheckFindsTheSameAloneAsInAFullRun(_ name: String) async throws {
    let all = try await findings(in: DefectBundle(name)).filter { $0.check.family != "perf" }
    #expect(!all.isEmpty)
    for check in Set(all.map(\.check)) {
      let alone = try await findings(in: DefectBundle(name), only: check)
      let found = all.filter { $0.check == check }
      #expect(alone.map { $0.id } == found.map { $0.id }, "\(check): \(alone.map(\.message)) \(found.map(\.message))")
    }
  }

  /// A backtrace begins in the plug-in, not in the functions that it calls.
  @Test(arguments: ["mem.heap-access-heap-access-freed", "life.in-place-crash-abort", "param.bounds-timeout"])
  func aBacktraceBeginsInThePlugin(_ name: String) async throws {
    let ends = try await findings(in: DefectBundle(name)).filter { $0.cause != .assertion }
    #expect(!ends.isEmpty)
    for end in ends { #expect(end.backtrace?.first?.image?.hasSuffix("/plugin.so") == true) }
  }

  /// What the audio thread does in work_response() is not attributed to run().
  @Test(arguments: [("response", "work_response()"), ("free", "run()")])
  func theCallOfAnAllocationIsReported(_ variant: String, _ call: String) async throws {
    let findings = try await findings(in: DefectBundle("rt.allocation-heap-function-\(variant)"))
    #expect(findings.filter { $0.check == "rt.allocation" }.map { $0.call?.description } == [call])
  }

  /// A setting that is harmful only after other settings has an id of its own.
  @Test(arguments: [("jump-after-others", true), ("setting-choice", false)])
  func aDependenceOnEarlierSettingsIsReported(_ kind: String, _ isDependent: Bool) async throws {
    let findings = try await findings(in: DefectBundle("param.bounds-\(kind)")).filter { $0.check == "param.bounds" }
    #expect(!findings.isEmpty)
    #expect(findings.contains { $0.id?.kind.hasSuffix("-after-others") == true } == isDependent)
  }

  /// What a check tests besides noise is not the cause of an end that needs only a control value.
  @Test(arguments: [("crash", "Limit the index"), ("timeout", "Bound every loop")])
  func anEndWithoutTheSubjectOfItsCheckSaysSo(_ end: String, _ remedy: String) async throws {
    let findings = try await findings(in: DefectBundle("param.bounds-\(end)"), only: "life.in-place")
    #expect(findings.map { $0.message.hasSuffix(" What life.in-place tests is not the cause.") } == [true])
    #expect(findings.allSatisfy { $0.remedy.hasPrefix(remedy) && $0.rule.hasPrefix("Every function") })
  }

  @Test func aDynamicManifestIsReportedAsSkipped() async throws {
    let report = try await report(of: DefectBundle("good-dynamic-manifest"))
    let check = try #require(report.bundles.first?.checks.first { $0.check == "manifest.plugin-type" })
    #expect(check.status == .skipped)
    #expect(check.reason?.contains("dynamic manifest") == true)
  }

  /// The findings of the check that must find the defect.
  private func ownFindings(_ name: String) async throws -> [Finding] {
    let defect = DefectBundle(name)
    return try await findings(in: defect).filter { $0.check == defect.check }
  }

  /// - Parameter check: the only check to run; nil for all.
  private func findings(in bundle: DefectBundle, only check: CheckID? = nil) async throws -> [Finding] {
    let report = try await report(of: bundle, only: check)
    return report.bundles.flatMap { $0.checks + $0.plugins.flatMap(\.checks) }.flatMap(\.findings)
  }

  private func report(of bundle: DefectBundle, only check: CheckID? = nil) async throws -> Report {
    try await DefectReports.shared.report(of: bundle, only: check)
  }
}
