import Checks
import Glibc
import Sandbox
import TestHost
import ValidationModel

/// What the untimely end of a child says about the plug-in.
package struct Postmortem {
  package enum Conclusion {
    /// The plug-in did it.
    case finding(Finding)
    /// Nothing can be said about the plug-in.
    case skipped(String)
    /// The validator did it.
    case fault(String)
    /// The validator did it, unless the plug-in damages memory that is not its own.
    case suspicion(String)
  }

  private static let rule =
    "Every function of a plug-in returns to its host, and leaves the host's process and memory alone"
    + " (lv2/core/lv2.h: LV2_Descriptor)"

  /// The rule that an access beyond a block of the heap breaks.
  package static let heapRule = Catalogue.check(.memHeapAccess)?.text.citation ?? rule

  /// The rule that a crash in a thread of the plug-in's own breaks, whatever check is under way.
  private static let threadRule =
    "A thread that a plug-in starts leaves the host's process alone, as every function of the plug-in does"
    + " (lv2/core/lv2.h: LV2_Descriptor)"

  package let check: CheckID
  package let ending: JobEnding
  package let crashRecord: CrashRecord
  package let limits: JobLimits
  package let code: PluginCode
  package let seed: UInt32
  /// Whether the child has said that it could not do its part.
  package let hasFailed: Bool

  package var conclusion: Conclusion {
    switch ending.verdict {
    case .interrupted: return .skipped("the run was interrupted")
    case .slow: return .skipped("not finished after \(limits.deadline.seconds) s, though it got on all the time")
    case .stalled: return stalled
    case nil: break
    }
    if let crash = crashRecord.crash { return crashed(crash) }
    switch ending.exit {
    case .exited(ChildEntry.faultStatus) where hasFailed || !crashRecord.isInCall:
      return .fault("the child of \(check.rawValue) could not do its part")
    case .exited(CrashRecord.crashStatus):
      return finding(
        "It crashed\(place), and had overwritten what the host wrote down of it.",
        remedy: "It writes far beyond what it was given: run it under valgrind or AddressSanitizer.")
    case .exited(let status):
      return finding(
        "The process was ended with status \(status)\(place): the plug-in called exit() or the like.",
        remedy: "Return an error to the host instead of ending its process.")
    case .signalled(SIGXFSZ):
      return finding(
        "It writes a file of more than \(limits.fileSize >> 20) MiB\(place).",
        remedy: "Write less, or let the user choose.")
    case .signalled(let signal):
      return finding(
        "The process was killed by \(Postmortem.name(signal))\(place), past the handler of fatal signals.",
        remedy: "Send no signals to the host's process, and leave its handlers alone.")
    case .unknown:
      return finding(
        "It killed the process that had started its host\(place).", remedy: "Send no signals to other processes.")
    }
  }

  private var stalled: Conclusion {
    guard crashRecord.isInCall else {
      return .fault("\(check.rawValue) made no progress for \(limits.patience.seconds) s outside the plug-in")
    }
    return finding(
      "\(callName) did not return within \(limits.patience.seconds) s\(place).",
      remedy: "The backtrace says where it stood. Bound every loop and every wait.",
      backtrace: crashRecord.crash.map { told($0.frames) })
  }

  /// Whether it looks as if something had damaged the heap before: with a fence around its blocks the check will tell what.
  package var speaksOfDamage: Bool {
    guard ending.verdict == nil, let crash = crashRecord.crash, crash.heapHit == nil else { return false }
    return isCorruption(crash) || Self.isInAllocator(crash.frames, code)
      || !(crash.isInOwnThread || showsPlugin(crash))
  }

  private func isInPlugin(_ crash: Crash) -> Bool {
    crash.isInCall || crash.isInOwnThread || showsPlugin(crash)
  }

  /// Whether code of the plug-in's is on the stack. A call that is noted is not enough: the host's own part of it, before the
  /// plug-in is entered and when it has returned, can meet what the plug-in has damaged.
  private func showsPlugin(_ crash: Crash) -> Bool {
    crash.frames.contains(where: code.holds)
  }

  /// Whether the C library called abort() itself: what it calls for is written in the same file.
  private func isCorruption(_ crash: Crash) -> Bool {
    guard crash.signal == SIGABRT, let abort = crash.frames.firstIndex(where: { $0.function == "abort" })
    else { return false }
    return crash.frames.dropFirst(abort + 1).first?.image == crash.frames[abort].image
  }

  private func crashed(_ crash: Crash) -> Conclusion {
    guard isInPlugin(crash) || isCorruption(crash) else {
      return .suspicion(
        "the child of \(check.rawValue) crashed outside the plug-in, with \(Postmortem.name(crash.signal)), and"
          + " \(CheckID.memHeapAccess.rawValue) did not find that the plug-in damages the heap")
    }
    let who = isInOwnThread ? "A thread of its own" : "It"
    let message =
      isInPlugin(crash)
      ? "\(who) crashed with \(Postmortem.name(crash.signal))\(detail(of: crash))\(place)."
      : "The C library found the heap damaged and aborted, after the plug-in had returned\(place)."
    return finding(
      message, remedy: "The backtrace says where: mend what it does there with these values.",
      backtrace: told(crash.frames))
  }

  /// The frames up to the outermost of the plug-in's own code, which tell how it got there; all where there is none.
  private func told(_ frames: [StackFrame]) -> [StackFrame] {
    let outermost = frames.lastIndex(where: code.holds)
    return outermost.map { Array(frames[...$0]) } ?? frames
  }

  private func detail(of crash: Crash) -> String {
    let verb: String
    switch crash.access {
    case .read: verb = "reading"
    case .write: verb = "writing"
    case .execute: verb = "executing"
    case .unknown: return ""
    }
    if let hit = crash.heapHit {
      let block = "a heap block of \(hit.size) bytes"
      if hit.isFreed { return ", \(verb) what was byte \(hit.offset) of \(block) until that was freed" }
      return ", \(verb) \(Postmortem.past(hit.offset - hit.size)) the end of \(block)"
    }
    if let hit = crash.hit, hit.port < 0 {
      return hit.offset < hit.size
        ? ", \(verb) byte \(hit.offset) of \(hit.size) bytes that were lent to it for another call, or to be read"
        : ", \(verb) \(Postmortem.past(hit.offset - hit.size)) the end of \(hit.size) bytes that were lent to it"
    }
    guard let hit = crash.hit else { return ", \(verb) address 0x\(String(crash.address, radix: 16))" }
    let port = "the buffer of port \(hit.port)"
    switch hit.offset {
    case ..<0: return ", \(verb) \(-hit.offset) bytes before \(port)"
    case hit.size...:
      return ", \(verb) \(Postmortem.past(hit.offset - hit.size)) the end of \(port) (\(hit.size) bytes)"
    default: return ", \(verb) \(port), which the host had not given for that"
    }
  }

  private static func past(_ bytes: Int) -> String { bytes == 0 ? "right past" : "\(bytes) bytes past" }

  /// The check that stands for what a crash did: the guards of one check also catch what another one asserts.
  private var attributed: CheckID {
    if isHeapOverrun { return .memHeapAccess }
    if isInOwnThread { return .lifeInstantiate }
    let type = Catalogue.check(check) as? any PluginCheck.Type
    let spokenFor = isInSmallBlock ? .audioSmallBlock : speaksFor(type) ?? check
    // Memory that is no port's has a negative tag; the check that lent it knows what it is about.
    guard let crash = crashRecord.crash, let hit = crash.hit, hit.port >= 0 else { return spokenFor }
    let inside = (0..<hit.size).contains(hit.offset)
    switch crash.access {
    case .read: return .audioOutOfBoundsRead
    case .write: return inside ? .audioInputWrite : .audioOverrun
    case .execute, .unknown: return spokenFor
    }
  }

  private func speaksFor(_ type: (any PluginCheck.Type)?) -> CheckID? {
    guard crashRecord.call == "run" else { return type?.crashesOutsideRunSpeakFor }
    return crashRecord.control == nil ? type?.crashesSpeakFor : type?.crashesAtSettingsSpeakFor
  }

  /// Whether it was in a block so short that the length is the likely cause: every plug-in under a check has got over a
  /// block of the usual length before.
  private var isInSmallBlock: Bool {
    crashRecord.isInCall && crashRecord.call == "run" && (1..<16).contains(crashRecord.block?.frames ?? 0)
  }

  private func finding(_ message: String, remedy: String, backtrace: [StackFrame]? = nil) -> Conclusion {
    .finding(
      Finding(
        check: attributed, severity: severity, message: message,
        rule: brokenRule, remedy: remedy,
        call: crashRecord.call.map { "\($0)()" }, block: crashRecord.block, seed: seed,
        controls: crashRecord.control.map { [$0] }, backtrace: backtrace))
  }

  private var brokenRule: String {
    if isHeapOverrun { return Self.heapRule }
    return isInOwnThread ? Self.threadRule : Self.rule
  }

  private var severity: Severity { Catalogue.check(attributed)?.crashSeverity ?? .error }

  /// Whether it left a block of the heap, at values that the plug-in is made for: param.out-of-range begins with those.
  private var isHeapOverrun: Bool {
    crashRecord.crash?.heapHit != nil && (check != .paramOutOfRange || crashRecord.control == nil)
  }

  private var isInOwnThread: Bool { crashRecord.crash?.isInOwnThread ?? false }

  private var callName: String { crashRecord.call.map { "\($0)()" } ?? "the call" }

  /// Where it was, as far as it is known, to go before the full stop.
  private var place: String {
    var parts: [String] = []
    if let call = crashRecord.call {
      // Its own thread is elsewhere than the host's.
      let relation = crashRecord.isInCall ? (isInOwnThread ? "while the host was in" : "in") : "after"
      parts.append("\(relation) \(call)()")
    }
    if let block = crashRecord.block { parts.append("block \(block.index) of \(block.frames) frames") }
    if let control = crashRecord.control { parts.append("control \(control.symbol) = \(control.value)") }
    if !crashRecord.stage.isEmpty { parts.append(crashRecord.stage) }
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }

  /// Whether a finding tells of the end of a child.
  package static func isEnd(_ finding: Finding) -> Bool { [rule, threadRule].contains(finding.rule) || isHeapOverrun(finding) }

  /// Whether a finding tells that the plug-in left a block of the heap.
  package static func isHeapOverrun(_ finding: Finding) -> Bool { finding.rule == heapRule }

  /// Whether a finding tells of an end in malloc() or the like.
  package static func isInAllocator(_ finding: Finding, in code: PluginCode) -> Bool {
    isInAllocator(finding.backtrace ?? [], code)
  }

  /// Whether a stack ends in malloc() or the like, which walk over what a plug-in has written between the blocks.
  private static func isInAllocator(_ frames: [StackFrame], _ code: PluginCode) -> Bool {
    frames.prefix { !code.holds($0) }.contains { allocators.contains($0.function ?? "") }
  }

  private static let allocators: Set<String> = [
    "malloc", "calloc", "realloc", "free", "posix_memalign", "aligned_alloc", "memalign",
  ]

  /// Where in the plug-in a finding says that it ended, and against which rule: the call and the innermost place of the
  /// bundle's code; nil where it was elsewhere. A thread of its own crashes wherever it is, whenever it gets there.
  package static func place(of finding: Finding, in code: PluginCode) -> String? {
    if finding.rule == threadRule { return threadRule }
    guard let call = finding.call, let frame = finding.backtrace?.first(where: code.holds) else { return nil }
    return "\(finding.rule) \(call) \(frame.function ?? "+\(frame.offset ?? frame.address)")"
  }

  package static func name(_ signal: Int32) -> String {
    let names = [
      SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGILL: "SIGILL", SIGABRT: "SIGABRT", SIGTRAP: "SIGTRAP",
      SIGSYS: "SIGSYS", SIGKILL: "SIGKILL", SIGTERM: "SIGTERM", SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM",
    ]
    return names[signal] ?? "signal \(signal)"
  }
}
