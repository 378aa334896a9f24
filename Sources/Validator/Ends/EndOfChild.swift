import Checks
import Glibc
import LV2Host
import Model
import Sandbox
import Support
import TestHost

/// The facts about a child process that ended before its job was done, and what they say about the plug-in.
package struct EndOfChild {
  package enum Conclusion {
    /// A finding of the running check.
    case finding(Finding)
    /// Nothing can be said about the plug-in; the reason is a clause.
    case skipped(String)
    /// A finding if a fresh instance does the same; otherwise nothing can be said, and the reason is a clause.
    case unproved(Finding, String)
    /// The validator caused the end.
    case fault(String)
    /// The validator caused the end, unless the plug-in damages memory of the host.
    case suspectedFault(String)
  }

  /// What is known about the plug-in and the run without the end.
  package struct Setting {
    let code: PluginCode
    /// The ports in messages, by index.
    let ports: [Int: String]
    let seed: UInt32
    let limits: JobLimits
    let hangPolicy: HangPolicy
    /// What checks load, for findings; nil for nothing.
    let file: String?

    package init(
      code: PluginCode, ports: [Int: String], seed: UInt32, limits: JobLimits, hangPolicy: HangPolicy,
      file: String? = nil
    ) {
      self.code = code
      self.ports = ports
      self.seed = seed
      self.limits = limits
      self.hangPolicy = hangPolicy
      self.file = file
    }
  }

  /// The check that reports the end.
  package let check: CheckID
  let ending: JobEnding
  let crashRecord: CrashRecord
  let setting: Setting
  /// Why the child could not do its part, if it reported that.
  let failure: String?

  /// - Parameter check: the check that ran; nil if the plug-in was tried without one: the check that the end belongs to
  ///   reports it.
  package init(
    of check: CheckID?, _ ending: JobEnding, _ crashRecord: CrashRecord, failure: String?, _ setting: Setting
  ) {
    func end(_ check: CheckID) -> EndOfChild {
      EndOfChild(check: check, ending: ending, crashRecord: crashRecord, setting: setting, failure: failure)
    }
    self = check.map(end) ?? end(end(Self.id(answeringFor: .instance)).responsible)
  }

  private init(check: CheckID, ending: JobEnding, crashRecord: CrashRecord, setting: Setting, failure: String?) {
    self.check = check
    self.ending = ending
    self.crashRecord = crashRecord
    self.setting = setting
    self.failure = failure
  }

  private var limits: JobLimits { setting.limits }
  private var code: PluginCode { setting.code }
  private var ports: [Int: String] { setting.ports }

  package static func id(answeringFor subject: EndSubject) -> CheckID {
    guard let check = Catalogue.check(answeringFor: subject) else {
      preconditionFailure("no check answers for \(subject)")
    }
    return check.id
  }

  /// What the checks that the end can belong to do.
  private var provocation: Provocation { Catalogue.provocation(of: responsible) }

  package var conclusion: Conclusion {
    switch ending.stopReason {
    case .interrupted: return .skipped("the run was interrupted")
    case .deadlineExceeded:
      return .skipped("the check made progress but did not finish within \(limits.deadline.text)")
    case .stalled, nil: break
    }
    guard let failedAllocation, isLimitShared, case .finding(let finding) = endOfPlugin else { return endOfPlugin }
    return .unproved(finding, failedAllocation)
  }

  /// The conclusion if the plug-in is the reason for the end.
  private var endOfPlugin: Conclusion {
    if ending.stopReason != nil { return stalled }
    if let crash = crashRecord.crash { return conclusion(of: crash) }
    switch ending.exit {
    case .exited(CrashRecord.faultStatus) where failure != nil || !crashRecord.isInCall:
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
    case .signaled(SIGXFSZ):
      return finding(
        .fileSize, .exit, "\(subject) wrote a file larger than the limit of \(limits.fileSize >> 20) MiB\(when).",
        remedy: "Limit the size of the file, or let the user set it.")
    case .signaled(let signal):
      return finding(
        .killed, .exit, "The process was killed by \(EndText.name(of: signal))\(when).",
        remedy: "Do not send signals to the host's process, and do not replace its signal handlers.")
    case .unknown, .lost:
      return finding(
        .supervisorKilled, .exit, "The plug-in killed the parent process of its host\(when).",
        remedy: "Do not send signals to other processes.")
    }
  }

  private var stalled: Conclusion {
    guard crashRecord.isInCall else {
      return .fault("\(check.rawValue) made no progress for \(ending.progressTimeout.text) outside the plug-in")
    }
    let earlier = setting.hangPolicy.firstTimeout(crashRecord, limits)
    let isRepetition = ending.progressTimeout < earlier
    return finding(
      .timeout, .hang,
      "\(callName) did not return within \(ending.progressTimeout.text)"
        + (isRepetition ? "; an earlier call did not return within \(earlier.text)." : "."),
      remedy: [
        EndText.remedyOfHang, check.family == "ui" ? EndText.remedyOfDialog : nil, remedyOfProvocation(),
      ].compactMap(\.self).joined(separator: " "),
      backtrace: crashRecord.crash.map { relevant($0.frames) })
  }

  private func conclusion(of crash: Crash) -> Conclusion {
    guard crash.isInCall || crash.isInOwnThread || showsPlugin(crash) else {
      guard isAbortOfCLibrary(crash) else {
        if crash.signal == SIGABRT, let failedAllocation { return .skipped(failedAllocation) }
        return .suspectedFault(
          "the child process of \(check.rawValue) crashed outside the plug-in with \(EndText.name(of: crash.signal)),"
            + " and \(Self.id(answeringFor: .heapAccess).rawValue) found no heap damage")
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
      "\(subject) \(EndText.event(of: crash, ports: ports))\(when).", remedy: remedy(of: crash),
      backtrace: relevant(crash.frames))
  }

  /// What the signal, the memory and the purpose of the check suggest; if they say nothing, what the call suggests.
  private func remedy(of crash: Crash) -> String {
    if let hit = crash.heapHit, hit.isOfBlock, hit.isFreed, !provocation.exceedsRanges {
      return hit.isFreedEarlier ? EndText.remedyOfEarlierBlock : EndText.remedyOfFreedBlock
    }
    if lacksDisplay { return EndText.remedyWithoutDisplay }
    if isInOwnThread { return EndText.remedyOfThread }
    if usesEarlyResult { return EndText.remedyOfEarlyResult }
    if isNeverActivated { return EndText.remedyWithoutActivation }
    return remedyOfProvocation(signal: EndText.remedy(for: crash.signal))
      ?? EndText.remedy(in: isInCall ? crashRecord.call : nil)
  }

  /// How to fix an end that the check provokes on purpose; nil if the plug-in ended in an exercise with another purpose.
  ///
  /// - Parameter signal: how to fix a crash with this signal; nil if the signal does not show that.
  private func remedyOfProvocation(signal: String? = nil) -> String? {
    if provocation.exercise == .sharing, call?.function == "work" { return EndText.remedyOfSharedWork }
    let remedy = provocation.text?.remedy
    // A race and a value out of range can have any signal as their consequence.
    if provocation.exercise == .sharing || provocation.exceedsRanges { return remedy }
    let remedies = [signal, remedy].compactMap(\.self)
    return remedies.isEmpty ? nil : remedies.joined(separator: " ")
  }

  // MARK: Whose fault

  /// Whether earlier heap damage is the probable cause: the check is then repeated with guarded heap blocks.
  package var suggestsHeapDamage: Bool {
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
    crashRecord.crash?.heapHit?.isOfBlock == true
      && (!Catalogue.provocation(of: check).exceedsRanges || crashRecord.control == nil)
  }

  /// The check whose subject the fault is: the running one, unless the access or the thread proves another fault.
  package var responsible: CheckID { provenSubject.map(Self.id) ?? check }

  /// The subject of the fault if the access or the thread proves it.
  private var provenSubject: EndSubject? {
    if isHeapAccess { return .heapAccess }
    if isInOwnThread { return .instance }
    if usesEarlyResult { return .earlyResult }
    // Memory that does not belong to a port has a negative number; the check that provided it knows its purpose.
    guard let crash = crashRecord.crash, let hit = crash.hit, hit.port >= 0 else { return nil }
    switch crash.access {
    case .read: return .portRead
    case .write: return (0..<hit.size).contains(hit.offset) ? .inputWrite : .portOverrun
    case .execute, .unknown: return nil
    }
  }

  /// The check that reports the fault instead of the running one, if the same fault ended its own process.
  package var answering: CheckID {
    if responsible != check { return responsible }
    if isInSmallBlock { return Self.id(answeringFor: .shortBlock) }
    let provocation = Catalogue.provocation(of: check)
    let subject = provocation.incidentalSubject(in: crashRecord.call, movedControl: crashRecord.control != nil)
    return subject.map(Self.id) ?? check
  }

  /// Whether the fault proves that the plug-in damages memory of the host.
  package var provesDamage: Bool { provenSubject == .portOverrun }

  /// Addresses below this limit belong to a NULL pointer.
  private static let nullPage = 4096

  /// Whether run() accessed a NULL pointer after it had scheduled work: the pointer is probably the result of the work.
  private var usesEarlyResult: Bool {
    guard let crash = crashRecord.crash, isInCall, crashRecord.hasScheduledWork else { return false }
    // The address of an access without a page fault is unknown and recorded as 0.
    return crash.signal == SIGSEGV && crash.access != .unknown && crash.address < Self.nullPage
  }

  private var isInSmallBlock: Bool {
    isInCall && crashRecord.call == .run
      && (1..<EndSubject.shortBlockLimit).contains(crashRecord.block?.frames ?? 0)
  }

  // MARK: Reduction

  /// The control that was changed last; nil if the end is in a function that does not read controls.
  package var changedControl: String? { control?.symbol }

  /// The facts for a search of the settings that the end needs; nil if it cannot be searched.
  ///
  /// - Parameters:
  ///   - usualFrames: the length of blocks if the end is outside of run().
  ///   - usualRate: the sample rate then, in hertz.
  package func reductionFacts(usualFrames: Int, usualRate: Double) -> CrashReduction.End? {
    guard crashRecord.crash?.isInOwnThread != true, let call, Call.ofEveryInstance.contains(call) else { return nil }
    let block = crashRecord.block ?? Finding.Block(index: 0, frames: usualFrames)
    // A fresh instance in each attempt also shows a hang in a call other than run(), but needs seconds for it.
    let isHang = ending.stopReason != nil
    guard block.frames > 0, call == .run || !isHang else { return nil }
    let isOfHeap = isHeapAccess || crashRecord.crash?.heapHit != nil
    let provocation = Catalogue.provocation(of: check)
    return CrashReduction.End(
      call: call, values: crashRecord.controlValues, check: check,
      valueOutOfRange: provocation.exceedsRanges ? crashRecord.control : nil, frames: block.frames,
      rate: crashRecord.rate ?? usualRate, blocks: block.index + 1, fault: fault, isOfHeap: isOfHeap,
      isGuarded: isOfHeap || provocation.guardsHeap, hasLoadedFile: crashRecord.hasLoadedFile)
  }

  // MARK: The finding

  /// The rule of every end that no check provokes on purpose.
  package static let text = MessageText(
    .error, rule: rule, remedy: "Fix the access, the call or the wait that the backtrace and the circumstances show.")

  static let rule = Rule(
    "Every function of a plug-in returns to its host, and does not change the host's process or memory",
    source: "lv2/core/lv2.h: LV2_Descriptor")

  private func finding(
    _ message: EndMessage, _ cause: Cause, _ text: String, remedy: String, backtrace: [StackFrame]? = nil
  ) -> Conclusion {
    let rule = provocation.text?.rule ?? Self.rule
    let isExtreme = crashRecord.isExtreme && responsible == check
    let severity = revealsOnlyRead ? .warning : provocation.severity
    var finding = Finding(
      id: MessageID(check, isExtreme ? message.atExtremeValues : message),
      severity: isExtreme ? min(severity, provocation.extremeSeverity) : severity, cause: cause,
      subject: call?.description, message: ([text] + circumstances).joined(separator: " "), rule: rule.citation,
      remedy: remedy, call: call,
      block: crashRecord.block, seed: setting.seed,
      controls: control.map { [$0] }, backtrace: backtrace)
    if crashRecord.hasLoadedFile { finding.file = setting.file }
    return .finding(finding)
  }

  /// The control that was changed last, unless the call does not process controls.
  private var control: Finding.ControlValue? {
    crashRecord.call.map(Call.readingControls.contains) ?? false ? crashRecord.control : nil
  }

  /// Further sentences of the message.
  private var circumstances: [String] {
    (isNeverActivated ? ["The instance was never activated."] : [])
      + (failedAllocation.map { ["Before, \($0)."] } ?? [])
      + (lastOutput.map { ["Its last output: '\($0)'."] } ?? [])
      + (lacksDisplay ? ["No display is available: DISPLAY and WAYLAND_DISPLAY are not set."] : [])
  }

  /// The last allocation of the plug-in that failed, as a clause. The rest of the process can hardly allocate then, either.
  private var failedAllocation: String? {
    let bytes = crashRecord.failedAllocation
    return bytes > 0 ? "an allocation of \(bytes) bytes failed at lv2val's limit of \(limits.memory >> 20) MiB" : nil
  }

  /// Whether the failed allocation is small beside the limit: the instances of the check together reached it.
  private var isLimitShared: Bool { crashRecord.failedAllocation < limits.memory / 8 }

  /// Whether only protected memory reveals the end: a read at a value out of its range, or past the end of what a host seldom
  /// provides, which hardly ever crashes without it.
  private var revealsOnlyRead: Bool {
    guard let crash = crashRecord.crash, crash.access == .read else { return false }
    if provocation.exceedsRanges, crash.heapHit != nil { return true }
    guard provocation.exercise == .stimulus, let hit = crash.hit else { return false }
    return hit.port < 0 && hit.offset >= hit.size
  }

  private var isNeverActivated: Bool { crashRecord.call == .cleanup && !crashRecord.isActivated }

  /// Whether an interface toolkit ended the process because lv2val runs without a display.
  private var lacksDisplay: Bool {
    getenv("DISPLAY") == nil && getenv("WAYLAND_DISPLAY") == nil && lastOutput?.contains("display") ?? false
  }

  /// The last lines on standard error of a process that ended itself: they often state the reason.
  private var lastOutput: String? {
    let isExit = if case .exited = ending.exit { crashRecord.crash == nil } else { false }
    guard ending.stopReason == nil, isExit || crashRecord.crash?.signal == SIGABRT else { return nil }
    return EndText.lastLines(of: ending.errors.text)
  }

  private var call: Call? { crashRecord.call }

  private var callName: String { call?.description ?? "The call" }

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
  package var fault: Fault? { ending.stopReason == nil ? crashRecord.crash.flatMap { Fault($0, in: code) } : nil }
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
