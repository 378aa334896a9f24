import Model
import TestHost

/// Which check answers for which kind of end, and how severe that end is.
///
/// Outside the catalogue, only this table names individual checks. A check provokes an end of the child process
/// without being about it: moving controls during rt.allocation can crash a plug-in, and that is the subject of
/// param.bounds. Guard pages are active during many checks; what they catch belongs to the check about that access.
package enum Attribution {
  /// Reading the bundle with lilv ended the process.
  package static let reading = ManifestSyntax.id
  /// The plug-in cannot be instantiated and run, or a thread of the plug-in crashed.
  package static let instantiation = LifeInstantiate.id
  /// The plug-in crashed or hung in a block so short that the length is the probable cause.
  package static let smallBlock = AudioSmallBlock.id
  /// The plug-in used the result of work that was not done yet.
  package static let earlyResult = WorkerContract.id
  /// An access outside a heap block. This check guards heap blocks, also during other checks.
  package static let heapGuard = MemHeapAccess.self

  /// Blocks shorter than this can be the cause of a crash; every plug-in ran a block of usual length before.
  package static let smallBlockLimit = 16

  /// The check about an access that a guard page of a port buffer caught.
  package static func check(for access: GuardPageAccess) -> CheckID {
    switch access {
    case .read: AudioOutOfBoundsRead.id
    case .writeInside: AudioInputWrite.id
    case .writeOutside: AudioOverrun.id
    }
  }

  /// The check that proves that the plug-in damages memory of the host, which explains crashes outside its code.
  package static func damage(in results: [CheckID: CheckReport]) -> CheckID? {
    func provesDamage(_ check: CheckID) -> Bool {
      results[check]?.findings.contains { $0.cause == .damage || check == AudioOverrun.id } ?? false
    }
    return ([heapGuard.id] + Catalogue.all.map { $0.id }).first(where: provesDamage)
  }

  /// Whether a heap access during the check proves nothing about the ranges that the plug-in declares.
  package static func exceedsRanges(_ check: CheckID) -> Bool { check == ParamOutOfRange.id }

  /// The values out of range that a check played, the last one included.
  package static func valuesOutOfRange(
    through last: Finding.ControlValue, _ context: PluginContext
  ) -> [ValueOutOfRange] {
    ParamOutOfRange.values(through: last, context)
  }

  /// Whether the check guards heap blocks itself.
  package static func guardsHeap(_ check: CheckID) -> Bool { [heapGuard.id, ParamOutOfRange.id].contains(check) }

  /// The check that answers if the plug-in crashes, exits or hangs in a C function such as `run` during another check.
  ///
  /// - Parameter movedControl: whether the check had set a control.
  package static func check(during check: CheckID, call: String?, movedControl: Bool) -> CheckID {
    switch check {
    // These checks move controls throughout.
    case RTAllocation.id, RTLock.id, RTSyscall.id, RTHostCallback.id, ParamZipper.id, AudioRunaway.id, AtomOutput.id:
      ParamBounds.id
    // These move controls throughout too, but are about the other functions themselves.
    case MemLeak.id, MemInvalidFree.id, MemResources.id: call == "run" ? ParamBounds.id : check
    // These move controls at their end.
    case LifeInPlace.id, AudioUnwritten.id, AudioOverrun.id, AudioInputWrite.id, AudioOutOfBoundsRead.id:
      call == "run" && movedControl ? ParamBounds.id : check
    case AudioNanLatch.id: AudioNanCrash.id
    case ThreadConcurrent.id: call == "run" ? check : LifeInstantiate.id
    default: check
    }
  }

  /// How to fix a crash that a check provokes on purpose; nil if the plug-in crashed in an exercise with another purpose.
  ///
  /// - Parameter signal: how to fix a crash with this signal; nil if the signal does not show that.
  package static func remedy(ofCrashIn check: CheckID, signal: String? = nil) -> String? {
    // A race and a value out of range can have any signal as their consequence.
    if isAboutSharing(check) || exceedsRanges(check) { return textOfProvokingCheck(check)?.remedy }
    // The remedy of this check is about values that are NaN or infinite.
    if check == ParamBounds.id { return signal }
    let remedies = [signal, textOfProvokingCheck(check)?.remedy].compactMap(\.self)
    return remedies.isEmpty ? nil : remedies.joined(separator: " ")
  }

  /// Whether the control values at the end of a process do not explain it: threads, instances or work do.
  package static func isIndependentOfControls(_ check: CheckID) -> Bool {
    isAboutSharing(check) || check == WorkerContract.id
  }

  /// Whether a check is about what threads or instances share: the control values of one instance do not explain its ends.
  package static func isAboutSharing(_ check: CheckID) -> Bool {
    [ThreadConcurrent.id, ThreadIsolation.id, ThreadRestoreDuringRun.id, ThreadSaveDuringRun.id].contains(check)
  }

  /// Whether a check is about something else than noise at certain control values. An end that needs only these is not
  /// about the subject of the check.
  package static func isMoreThanNoise(_ check: CheckID) -> Bool {
    isAboutSharing(check) || moreThanNoise.contains(check)
  }

  private static let moreThanNoise: Set<CheckID> = [
    AtomInputFuzz.id, AtomTinyBuffer.id, AudioAlignment.id, AudioNanCrash.id, AudioUninitialized.id, LifeInPlace.id,
    LifeOptionalFeature.id, LifeOptionalPort.id, LifeReconnect.id, StateEmpty.id, StateGarbage.id,
  ]

  /// The rule that a crash violates if the check provokes it on purpose; nil as above.
  package static func rule(ofCrashIn check: CheckID) -> String? { textOfProvokingCheck(check)?.citation }

  private static func textOfProvokingCheck(_ check: CheckID) -> CheckText? {
    provoking.contains(check) ? Catalogue.check(check)?.text : nil
  }

  private static let provoking: Set<CheckID> = [
    AtomInputFuzz.id, AtomTinyBuffer.id, AudioAlignment.id, AudioInputWrite.id, AudioMaxBlock.id, AudioNanCrash.id,
    AudioOutOfBoundsRead.id, AudioOverrun.id, AudioSmallBlock.id, AudioUninitialized.id, LifeOptionalFeature.id,
    LifeOptionalPort.id, LifeOptionsConst.id, LifeReconnect.id, LifeRequiredFeature.id, LifeRunZero.id,
    MemHeapAccess.id, ParamBounds.id,
    ParamOutOfRange.id, StateEmpty.id, StateGarbage.id, ThreadConcurrent.id, ThreadIsolation.id,
    ThreadRestoreDuringRun.id, ThreadSaveDuringRun.id, WorkerContract.id,
  ]

  /// The severity if the plug-in crashes, exits or hangs: a warning if the check asks for more than a host may ask.
  package static func severity(of check: CheckID) -> Severity { warnings.contains(check) ? .warning : .error }

  private static let warnings: Set<CheckID> = [LifeRequiredFeature.id, AudioAlignment.id, UIStatic.id]
}

/// An access that a guard page of a port buffer caught.
package enum GuardPageAccess {
  case read
  /// A write to memory of the buffer that is read-only for the plug-in.
  case writeInside
  case writeOutside
}
