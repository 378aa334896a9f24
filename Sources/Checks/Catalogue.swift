import ValidationModel

/// Every check there is, one a line, in the order of `CheckID`.
package enum Catalogue {
  package static let all: [any Check.Type] =
    manifest + lifecycle + audio + controls + realTime + memory + exchange + rest

  private static let manifest: [any Check.Type] = [
    ManifestSyntax.self,
    ManifestPluginType.self,
    ManifestName.self,
    ManifestPortIndex.self,
    ManifestPortSymbol.self,
    ManifestPortName.self,
    ManifestPortType.self,
    ManifestRange.self,
    ManifestRangeMissing.self,
    ManifestLogRange.self,
    ManifestValueKind.self,
    ManifestScalePoints.self,
    ManifestDesignation.self,
    ManifestVersion.self,
    ManifestLicense.self,
    ManifestDeprecated.self,
    ManifestAtomPort.self,
    ManifestHostSupport.self,
    ManifestVocabulary.self,
    ManifestCompat.self,
  ]

  private static let lifecycle: [any Check.Type] = [
    BinaryLoad.self,
    BinaryDescriptor.self,
    BinaryExports.self,
    BinaryUnload.self,
    LifeInstantiate.self,
    LifeRequiredFeature.self,
    LifeOptionalFeature.self,
    LifeExtensionData.self,
    LifeReconnect.self,
    LifeOptionalPort.self,
    LifeRunZero.self,
    LifeReset.self,
    LifeInPlace.self,
    LifeFpState.self,
    LifeProcessState.self,
    LifeOptionsConst.self,
  ]

  private static let audio: [any Check.Type] = [
    AudioNonfinite.self,
    AudioUnwritten.self,
    AudioOverrun.self,
    AudioOutOfBoundsRead.self,
    AudioInputWrite.self,
    AudioSmallBlock.self,
    AudioMaxBlock.self,
    AudioAlignment.self,
    AudioDeterminism.self,
    AudioUninitialised.self,
    AudioBlockInvariance.self,
    AudioRunaway.self,
    AudioDenormal.self,
    AudioNanCrash.self,
    AudioNanLatch.self,
  ]

  private static let controls: [any Check.Type] = [
    ParamBounds.self,
    ParamOutOfRange.self,
    ParamEnabled.self,
    ParamEnabledClick.self,
    ParamZipper.self,
    ParamOutputRange.self,
    LatencyImpulse.self,
    LatencyStable.self,
  ]

  private static let realTime: [any Check.Type] = [
    RTAllocation.self,
    RTLock.self,
    RTSyscall.self,
    RTFirstBlock.self,
    RTConnectPort.self,
    RTHostCallback.self,
  ]

  private static let memory: [any Check.Type] = [
    MemLeak.self,
    MemInvalidFree.self,
    MemHeapAccess.self,
    MemResources.self,
    ThreadIsolation.self,
    ThreadConcurrent.self,
    ThreadSaveDuringRun.self,
  ]

  private static let exchange: [any Check.Type] = [
    StateRoundtrip.self,
    StateEmpty.self,
    StateGarbage.self,
    StateContract.self,
    WorkerContract.self,
    AtomOutput.self,
    AtomTinyBuffer.self,
    AtomInputFuzz.self,
    PresetValid.self,
  ]

  private static let rest: [any Check.Type] = [
    PerfWorstBlock.self,
    PerfDenormal.self,
    PerfLoad.self,
    UIStatic.self,
  ]

  /// The check of this name; nil where it is not written yet.
  package static func check(_ id: CheckID) -> (any Check.Type)? {
    byID[id]
  }

  private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
}
