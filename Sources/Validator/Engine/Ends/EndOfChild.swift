import Checks
import Glibc
import Model
import Sandbox
import TestHost

/// The facts about a child process that ended before its job was done, and what they say about the plug-in.
struct EndOfChild {
  enum Conclusion {
    /// A finding of the running check.
    case finding(Finding)
    /// Nothing can be said about the plug-in; the reason is a clause.
    case skipped(String)
    /// The validator caused the end.
    case fault(String)
    /// The validator caused the end, unless the plug-in damages memory of the host.
    case suspectedFault(String)
  }

  /// The check that reports the end.
  var check: CheckID
  let ending: JobEnding
  let crashRecord: CrashRecord
  let limits: JobLimits
  let code: PluginCode
  /// The ports in messages, by index.
  let ports: [Int: String]
  let seed: UInt32
  /// Why the child could not do its part, if it reported that.
  let failure: String?
  let hangPolicy: HangPolicy

  var conclusion: Conclusion {
    switch ending.stopReason {
    case .interrupted: return .skipped("the run was interrupted")
    case .deadlineExceeded:
      return .skipped("the check made progress but did not finish within \(limits.deadline.text)")
    case .stalled: return stalled
    case nil: break
    }
    if let crash = crashRecord.crash { return conclusion(of: crash) }
    switch ending.exit {
    case .exited(ChildEntry.faultStatus) where failure != nil || !crashRecord.isInCall:
      return .fault("the child process of \(check.rawValue) failed" + (failure.map { ": \($0)" } ?? ""))
    case .exited(CrashRecord.crashStatus):
      return finding(
        .crash, .crash, "\(subject) crashed\(when) and overwrote the crash record of the validator.",
        remedy: "Run the plug-in under valgrind or AddressSanitizer to find the write outside its memory.")
    case .exited(let status):
      return finding(
        .exit, .exit,
        "The process exited with status \(status)\(when): the plug-in called exit() or a similar function.",
        remedy: "Return an error to the host instead of ending its process.")
    case .signalled(SIGXFSZ):
      return finding(
        .fileSize, .exit, "\(subject) wrote a file larger than the limit of \(limits.fileSize >> 20) MiB\(when).",
        remedy: "Limit the size of the file, or let the user set it.")
    case .signalled(let signal):
      return finding(
        .killed, .exit, "The process was killed by \(CrashText.name(of: signal))\(when).",
        remedy: "Do not send signals to the host's process, and do not replace its signal handlers.")
    case .unknown:
      return finding(
        .supervisorKilled, .exit, "The plug-in killed the parent process of its host\(when).",
        remedy: "Do not send signals to other processes.")
    }
  }

  private var stalled: Conclusion {
    guard crashRecord.isInCall else {
      return .fault("\(check.rawValue) made no progress for \(ending.progressTimeout.text) outside the plug-in")
    }
    let earlier = hangPolicy.firstTimeout(crashRecord, limits)
    let isRepetition = ending.progressTimeout < earlier
    return finding(
      .timeout, .hang,
      "\(callName) did not return within \(ending.progressTimeout.text)"
        + (isRepetition ? "; an earlier call did not return within \(earlier.text)." : "."),
      remedy: [CrashText.remedyOfHang, Attribution.remedy(ofCrashIn: responsible)].compactMap(\.self)
        .joined(separator: " "),
      backtrace: crashRecord.crash.map { relevant($0.frames) })
  }

  private func conclusion(of crash: Crash) -> Conclusion {
    guard crash.isInCall || crash.isInOwnThread || showsPlugin(crash) else {
      guard isAbortOfCLibrary(crash) else {
        return .suspectedFault(
          "the child process of \(check.rawValue) crashed outside the plug-in with \(CrashText.name(of: crash.signal)),"
            + " and \(Attribution.heapGuard.id.rawValue) found no heap damage")
      }
      return finding(
        .heapCorruption, .crash, "The C library detected heap corruption and aborted\(when).",
        remedy: "Run the plug-in under valgrind or AddressSanitizer to find the write that damages the heap.",
        backtrace: relevant(crash.frames))
    }
    let thread = isInCall ? "During \(callName), a thread of the plug-in" : "A thread of the plug-in"
    let subject = isInOwnThread ? thread : subject
    return finding(
      isHeapAccess ? .heapAccess : isInOwnThread ? .threadCrash : .crash, isHeapAccess ? .damage : .crash,
      "\(subject) \(CrashText.event(of: crash, ports: ports))\(when).", remedy: remedy(of: crash),
      backtrace: relevant(crash.frames))
  }

  /// What the signal, the memory and the purpose of the check suggest; if they say nothing, what the call suggests.
  private func remedy(of crash: Crash) -> String {
    if let hit = crash.heapHit, hit.isOfBlock, hit.isFreed, !Attribution.exceedsRanges(responsible) {
      return hit.isFreedEarlier ? CrashText.remedyOfEarlierBlock : CrashText.remedyOfFreedBlock
    }
    if lacksDisplay { return CrashText.remedyWithoutDisplay }
    if isInOwnThread { return CrashText.remedyOfThread }
    if usesEarlyResult { return CrashText.remedyOfEarlyResult }
    if isNeverActivated { return CrashText.remedyWithoutActivation }
    return Attribution.remedy(ofCrashIn: responsible, signal: CrashText.remedy(for: crash.signal))
      ?? CrashText.remedy(in: isInCall ? crashRecord.call : nil)
  }

  // MARK: Whose fault

  /// Whether earlier heap damage is the probable cause: the check is then repeated with guarded heap blocks.
  var suggestsHeapDamage: Bool {
    guard ending.stopReason == nil, let crash = crashRecord.crash, crash.heapHit == nil else { return false }
    return isAbortOfCLibrary(crash) || EndOfChild.isInAllocator(crash.frames, code)
      || !(crash.isInOwnThread || showsPlugin(crash)) || crash.isAtStartOfPage
      // The pointer is not a valid address: it was probably overwritten.
      || crash.signal == SIGSEGV && crash.access == .unknown
  }

  /// Whether the plug-in's code is on the stack.
  ///
  /// A recorded call is not sufficient: the host's part of a call, before and after the plug-in's function, can crash
  /// because of memory that the plug-in damaged before.
  private func showsPlugin(_ crash: Crash) -> Bool { crash.frames.contains(where: code.holds) }

  /// Whether the C library called abort() itself: the caller of abort() is then in the same image.
  private func isAbortOfCLibrary(_ crash: Crash) -> Bool {
    guard crash.signal == SIGABRT, let abort = crash.frames.firstIndex(where: { $0.function == "abort" })
    else { return false }
    return crash.frames.dropFirst(abort + 1).first?.image == crash.frames[abort].image
  }

  /// Whether the process ended during a call of the plug-in.
  private var isInCall: Bool {
    ending.stopReason == nil ? crashRecord.crash?.isInCall ?? crashRecord.isInCall : crashRecord.isInCall
  }

  private var isInOwnThread: Bool { crashRecord.crash?.isInOwnThread ?? false }

  /// Whether the plug-in left a heap block, at control values within the declared ranges.
  private var isHeapAccess: Bool {
    crashRecord.crash?.heapHit?.isOfBlock == true && (!Attribution.exceedsRanges(check) || crashRecord.control == nil)
  }

  /// The check whose subject the fault is: the running one, unless the access or the thread proves another fault.
  var responsible: CheckID {
    if isHeapAccess { return Attribution.heapGuard.id }
    if isInOwnThread { return Attribution.instantiation }
    if usesEarlyResult { return Attribution.earlyResult }
    // Memory that does not belong to a port has a negative number; the check that provided it knows its purpose.
    guard let crash = crashRecord.crash, let hit = crash.hit, hit.port >= 0 else { return check }
    let isInside = (0..<hit.size).contains(hit.offset)
    switch crash.access {
    case .read: return Attribution.check(for: .read)
    case .write: return Attribution.check(for: isInside ? .writeInside : .writeOutside)
    case .execute, .unknown: return check
    }
  }

  /// The check that reports the fault instead of the running one, if the same fault ended its own process.
  var answering: CheckID {
    if responsible != check { return responsible }
    if isInSmallBlock { return Attribution.smallBlock }
    return Attribution.check(during: check, call: crashRecord.call, movedControl: crashRecord.control != nil)
  }

  /// Addresses below this limit belong to a NULL pointer.
  private static let nullPage = 4096

  /// Whether run() accessed a NULL pointer after it had scheduled work: the pointer is probably the result of the work.
  private var usesEarlyResult: Bool {
    guard let crash = crashRecord.crash, isInCall, crashRecord.hasScheduledWork else { return false }
    // The address of an access without a page fault is unknown and recorded as 0.
    return crash.signal == SIGSEGV && crash.access != .unknown && crash.address < Self.nullPage
  }

  private var isInSmallBlock: Bool {
    isInCall && crashRecord.call == "run"
      && (1..<Attribution.smallBlockLimit).contains(crashRecord.block?.frames ?? 0)
  }

  // MARK: The finding

  /// The rule of every end that no check provokes on purpose.
  static let rule =
    "Every function of a plug-in returns to its host, and does not change the host's process or memory"
    + " (lv2/core/lv2.h: LV2_Descriptor)"

  private func finding(
    _ message: EndMessage, _ cause: Cause, _ text: String, remedy: String, backtrace: [StackFrame]? = nil
  ) -> Conclusion {
    let rule =
      cause == .damage ? Attribution.heapGuard.text.citation : Attribution.rule(ofCrashIn: responsible) ?? Self.rule
    let isExtreme = crashRecord.isExtreme && responsible == check
    let severity = revealsOnlyRead ? .warning : Attribution.severity(of: responsible)
    return .finding(
      Finding(
        id: MessageID(check, isExtreme ? message.atExtremeValues : message),
        severity: isExtreme ? min(severity, .warning) : severity, cause: cause,
        subject: call, message: ([text] + circumstances).joined(separator: " "), rule: rule, remedy: remedy, call: call,
        block: crashRecord.block, seed: seed,
        controls: control.map { [$0] }, backtrace: backtrace))
  }

  /// The control that was changed last, unless the call does not process controls.
  private var control: Finding.ControlValue? {
    ["run", "activate"].contains(crashRecord.call) ? crashRecord.control : nil
  }

  /// What the check did; empty if it noted nothing.
  var activity: String { crashRecord.activity }

  /// Further sentences of the message.
  private var circumstances: [String] {
    let bytes = crashRecord.failedAllocation
    return (isNeverActivated ? ["The instance was never activated."] : [])
      + (bytes > 0
        ? ["Before, an allocation of \(bytes) bytes failed at lv2val's limit of \(limits.memory >> 20) MiB."] : [])
      + (lastOutput.map { ["Its last output: '\($0)'."] } ?? [])
      + (lacksDisplay ? ["No display is available: DISPLAY and WAYLAND_DISPLAY are not set."] : [])
  }

  /// Whether only protected memory reveals the end: a read at a value out of its range, which seldom crashes without it.
  private var revealsOnlyRead: Bool {
    Attribution.exceedsRanges(responsible) && crashRecord.crash?.access == .read && crashRecord.crash?.heapHit != nil
  }

  private var isNeverActivated: Bool { crashRecord.call == "cleanup" && !crashRecord.isActivated }

  /// Whether an interface toolkit ended the process because lv2val runs without a display.
  private var lacksDisplay: Bool {
    getenv("DISPLAY") == nil && getenv("WAYLAND_DISPLAY") == nil && lastOutput?.contains("display") ?? false
  }

  /// The last lines on standard error of a process that ended itself: they often state the reason.
  private var lastOutput: String? {
    let isExit = if case .exited = ending.exit { crashRecord.crash == nil } else { false }
    guard ending.stopReason == nil, isExit || crashRecord.crash?.signal == SIGABRT else { return nil }
    return CrashText.lastLines(of: ending.errors.text)
  }

  /// Such as `run()`.
  private var call: String? { crashRecord.call.map { "\($0)()" } }

  private var callName: String { call ?? "The call" }

  /// What crashed: the function of the plug-in, if the host was in one.
  private var subject: String { isInCall ? callName : "The plug-in" }

  /// When it happened, if the subject does not say so.
  private var when: String {
    guard let call else { return "" }
    if !isInCall { return " after \(call) returned" }
    if usesEarlyResult { return " after it scheduled work that was not done yet" }
    return ""
  }

  /// A backtrace without the frames of the C library and of lv2val that the plug-in called; unchanged if it has no frame
  /// of the plug-in's code.
  static func startingInPlugin(_ frames: [StackFrame], _ code: PluginCode) -> [StackFrame] {
    frames.firstIndex(where: code.holds).map { Array(frames[$0...]) } ?? frames
  }

  /// The frames up to the outermost one in the plug-in's code; all frames if there is none.
  private func relevant(_ frames: [StackFrame]) -> [StackFrame] {
    frames.lastIndex(where: code.holds).map { Array(frames[...$0]) } ?? frames
  }

  // MARK: Findings of ends

  /// Whether a stack ends in an allocation function, which reads what a plug-in wrote between heap blocks.
  static func isInAllocator(_ frames: [StackFrame], _ code: PluginCode) -> Bool {
    frames.prefix { !code.holds($0) }.contains { allocators.contains($0.function ?? "") }
  }

  private static let allocators: Set<String> = [
    "malloc", "calloc", "realloc", "free", "posix_memalign", "aligned_alloc", "memalign",
  ]

  /// What identifies the crash; nil if there is none in the plug-in's code.
  var fault: Fault? { ending.stopReason == nil ? crashRecord.crash.flatMap { Fault($0, in: code) } : nil }

  /// A key for the fault that ended the process. Ends with the same key have the same cause; nil if it is unknown.
  ///
  /// - Parameter fault: the crash; nil for a finding of the guarded heap, whose backtrace shows an allocation.
  static func place(of finding: Finding, _ fault: Fault?, in code: PluginCode) -> String? {
    // Which instruction of the thread crashes, and during which call, depends on the time.
    if finding.id?.kind == EndMessage.threadCrash.word { return EndMessage.threadCrash.word }
    guard let call = finding.call else { return nil }
    // An endless loop can be stopped in any function that it calls.
    if finding.cause == .hang { return "hang \(call)" }
    let frame = finding.backtrace?.first(where: code.holds)
    // Several instructions of a loop can leave a heap block.
    if finding.cause == .damage { return frame.map { "damage \(call) \($0.image ?? "")" } }
    if let fault { return "\(call) \(fault.key)" }
    return frame.map { "\(call) \($0.image ?? "")+\($0.offset ?? $0.address)" }
  }
}

extension EndMessage {
  /// The kind of the same end at values that no host sends on purpose.
  fileprivate var atExtremeValues: EndMessage {
    switch self {
    case .crash: .extremeCrash
    case .timeout: .extremeTimeout
    default: self
    }
  }
}
