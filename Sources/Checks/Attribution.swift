import ValidationModel

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

  /// The check that proves that the plug-in damages memory of the host; nil without such a proof.
  ///
  /// Crashes outside the plug-in's code are then consequences of that damage.
  package static func damage(in results: [CheckID: CheckReport]) -> CheckID? {
    if results[heapGuard.id]?.findings.contains(where: { $0.cause == .damage }) ?? false { return heapGuard.id }
    return results[AudioOverrun.id]?.findings.isEmpty == false ? AudioOverrun.id : nil
  }

  /// Whether the control values of a check exceed what the plug-in declares, so that a heap access is not a proof of damage
  /// within the declared ranges.
  package static func exceedsRanges(_ check: CheckID) -> Bool { check == ParamOutOfRange.id }

  /// The check that answers if the plug-in crashes, exits or hangs during another one.
  ///
  /// - Parameters:
  ///   - call: the C function of the plug-in, such as `run`.
  ///   - movedControl: whether the check had set a control.
  package static func check(during check: CheckID, call: String?, movedControl: Bool) -> CheckID {
    guard let exception = exceptions[check] else { return check }
    guard call == "run" else { return exception.elsewhere ?? check }
    return (movedControl ? exception.afterControl : exception.inRun) ?? check
  }

  /// The severity if the plug-in crashes, exits or hangs: a warning if the check asks for more than a host may ask.
  package static func severity(of check: CheckID) -> Severity { warnings.contains(check) ? .warning : .error }

  /// The checks that answer for ends during a check, if it is not the check itself.
  private struct Exception {
    /// In run() before the check set a control.
    var inRun: CheckID?
    /// In run() after the check set a control.
    var afterControl: CheckID?
    /// In any other function.
    var elsewhere: CheckID?

    /// The check moves controls throughout.
    static let movesControls = Exception(inRun: ParamBounds.id, afterControl: ParamBounds.id, elsewhere: ParamBounds.id)
    /// The check moves controls throughout, but is about the other functions itself.
    static let movesControlsInRun = Exception(inRun: ParamBounds.id, afterControl: ParamBounds.id)
    /// The check moves controls at its end.
    static let movesControlsLater = Exception(afterControl: ParamBounds.id)
  }

  private static let exceptions: [CheckID: Exception] = [
    RTAllocation.id: .movesControls,
    RTLock.id: .movesControls,
    RTSyscall.id: .movesControls,
    RTHostCallback.id: .movesControls,
    ParamZipper.id: .movesControls,
    AudioRunaway.id: .movesControls,
    AtomOutput.id: .movesControls,
    MemLeak.id: .movesControlsInRun,
    MemInvalidFree.id: .movesControlsInRun,
    MemResources.id: .movesControlsInRun,
    LifeInPlace.id: .movesControlsLater,
    AudioUnwritten.id: .movesControlsLater,
    AudioOverrun.id: .movesControlsLater,
    AudioInputWrite.id: .movesControlsLater,
    AudioOutOfBoundsRead.id: .movesControlsLater,
    AudioNanLatch.id: Exception(inRun: AudioNanCrash.id, afterControl: AudioNanCrash.id, elsewhere: AudioNanCrash.id),
    ThreadConcurrent.id: Exception(elsewhere: LifeInstantiate.id),
  ]

  private static let warnings: Set<CheckID> = [LifeRequiredFeature.id, AudioAlignment.id, UIStatic.id]
}

/// An access that a guard page of a port buffer caught.
package enum GuardPageAccess {
  case read
  /// A write to memory of the buffer that is read-only for the plug-in.
  case writeInside
  case writeOutside
}
