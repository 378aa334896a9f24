import ValidationModel

/// All checks, in the order of reports. The checks of a family of ids are together, and are in the folder of that family.
package enum Catalogue {
  package static let all: [any Check.Type] = [
    // manifest
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
    // binary
    BinaryLoad.self,
    BinaryDescriptor.self,
    BinaryExports.self,
    BinaryUnload.self,
    // life
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
    // audio
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
    // param
    ParamBounds.self,
    ParamOutOfRange.self,
    ParamEnabled.self,
    ParamEnabledClick.self,
    ParamZipper.self,
    ParamOutputRange.self,
    // latency
    LatencyImpulse.self,
    LatencyStable.self,
    // rt
    RTAllocation.self,
    RTLock.self,
    RTSyscall.self,
    RTFirstBlock.self,
    RTConnectPort.self,
    RTHostCallback.self,
    // mem
    MemLeak.self,
    MemInvalidFree.self,
    MemHeapAccess.self,
    MemResources.self,
    // thread
    ThreadIsolation.self,
    ThreadConcurrent.self,
    ThreadSaveDuringRun.self,
    // state
    StateRoundtrip.self,
    StateEmpty.self,
    StateGarbage.self,
    StateContract.self,
    // worker
    WorkerContract.self,
    // atom
    AtomOutput.self,
    AtomTinyBuffer.self,
    AtomInputFuzz.self,
    // preset
    PresetValid.self,
    // perf
    PerfWorstBlock.self,
    PerfDenormal.self,
    PerfLoad.self,
    // ui
    UIStatic.self,
  ]

  package static func check(_ id: CheckID) -> (any Check.Type)? { byID[id] }

  package static var descriptions: [CheckDescription] { all.map { $0.description } }

  private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
}
