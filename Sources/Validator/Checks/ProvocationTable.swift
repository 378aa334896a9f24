import Model

// TODO: each entry belongs into its check.
enum ProvocationTable {
  static let answering: [EndSubject: CheckID] = [
    .reading: ManifestSyntax.id, .instance: LifeInstantiate.id, .controls: ParamBounds.id,
    .nonfiniteInput: AudioNanCrash.id, .shortBlock: AudioSmallBlock.id, .earlyResult: WorkerContract.id,
    .heapAccess: MemHeapAccess.id, .portRead: AudioOutOfBoundsRead.id, .inputWrite: AudioInputWrite.id,
    .portOverrun: AudioOverrun.id, .call("save()"): StateRoundtrip.id, .call("restore()"): StateRoundtrip.id,
    .call("work()"): WorkerContract.id, .call("work_response()"): WorkerContract.id,
  ]

  static func provocation(of check: any PluginCheck.Type) -> Provocation {
    var result = check.provocation
    if result.text == nil, provoking.contains(check.id) {
      result.text = MessageText(
        warnings.contains(check.id) ? .warning : .error, rule: Rule(check.text.rule, source: check.text.source),
        remedy: check.text.remedy)
    }
    if sharing.contains(check.id) { result.exercise = .sharing }
    if check.id == WorkerContract.id { result.exercise = .work }
    if stimulus.contains(check.id) { result.exercise = .stimulus }
    result.incidental = incidental(check.id)
    result.canFixControls = ![
      ParamOutOfRange.id, ParamEnabled.id, ParamEnabledClick.id, ParamZipper.id, PresetValid.id,
    ].contains(check.id)
    result.guardsHeap = [MemHeapAccess.id, ParamOutOfRange.id].contains(check.id)
    if check.id == ParamOutOfRange.id { result.valuesOutOfRange = { ParamOutOfRange.values(through: $0, $1) } }
    return result
  }

  private static func incidental(_ check: CheckID) -> (subject: EndSubject, when: Provocation.Condition)? {
    switch check {
    case RTAllocation.id, RTLock.id, RTSyscall.id, RTHostCallback.id, ParamZipper.id, AudioRunaway.id, AtomOutput.id:
      (.controls, .always)
    case MemLeak.id, MemInvalidFree.id, MemResources.id: (.controls, .inRun)
    case LifeInPlace.id, AudioUnwritten.id, AudioOverrun.id, AudioInputWrite.id, AudioOutOfBoundsRead.id:
      (.controls, .inRunAfterControl)
    case AudioNanLatch.id: (.nonfiniteInput, .always)
    case ThreadConcurrent.id: (.instance, .outsideRun)
    default: nil
    }
  }

  private static let sharing: Set<CheckID> = [
    ThreadConcurrent.id, ThreadIsolation.id, ThreadRestoreDuringRun.id, ThreadSaveDuringRun.id,
  ]
  private static let stimulus: Set<CheckID> = [
    AtomInputFuzz.id, AtomTinyBuffer.id, AudioAlignment.id, AudioNanCrash.id, AudioUninitialised.id, LifeInPlace.id,
    LifeOptionalFeature.id, LifeOptionalPort.id, LifeReconnect.id, StateEmpty.id, StateGarbage.id,
  ]
  private static let provoking: Set<CheckID> = [
    AtomInputFuzz.id, AtomTinyBuffer.id, AudioAlignment.id, AudioInputWrite.id, AudioMaxBlock.id, AudioNanCrash.id,
    AudioOutOfBoundsRead.id, AudioOverrun.id, AudioSmallBlock.id, AudioUninitialised.id, LifeOptionalFeature.id,
    LifeOptionalPort.id, LifeOptionsConst.id, LifeReconnect.id, LifeRequiredFeature.id, LifeRunZero.id,
    MemHeapAccess.id, ParamBounds.id,
    ParamOutOfRange.id, StateEmpty.id, StateGarbage.id, ThreadConcurrent.id, ThreadIsolation.id,
    ThreadRestoreDuringRun.id, ThreadSaveDuringRun.id, WorkerContract.id, UIStatic.id,
  ]
  private static let warnings: Set<CheckID> = [LifeRequiredFeature.id, AudioAlignment.id, UIStatic.id]
}
