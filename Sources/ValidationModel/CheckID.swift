/// The name of a check: the raw value is what reports, `--only`, `--skip` and `lv2val explain` use.
///
/// The cases stand in the order of the catalogue, which is the order in which a plug-in's results are reported.
public enum CheckID: String, CaseIterable, Codable, Sendable, Hashable {
  case manifestSyntax = "manifest.syntax"
  case manifestPluginType = "manifest.plugin-type"
  case manifestName = "manifest.name"
  case manifestPortIndex = "manifest.port-index"
  case manifestPortSymbol = "manifest.port-symbol"
  case manifestPortName = "manifest.port-name"
  case manifestPortType = "manifest.port-type"
  case manifestRange = "manifest.range"
  case manifestRangeMissing = "manifest.range-missing"
  case manifestLogRange = "manifest.log-range"
  case manifestValueKind = "manifest.value-kind"
  case manifestScalePoints = "manifest.scale-points"
  case manifestDesignation = "manifest.designation"
  case manifestVersion = "manifest.version"
  case manifestLicense = "manifest.license"
  case manifestDeprecated = "manifest.deprecated"
  case manifestAtomPort = "manifest.atom-port"
  case manifestHostSupport = "manifest.host-support"
  case manifestVocabulary = "manifest.vocabulary"
  case manifestCompat = "manifest.compat"

  case binaryLoad = "binary.load"
  case binaryDescriptor = "binary.descriptor"
  case binaryExports = "binary.exports"
  case binaryUnload = "binary.unload"

  case lifeInstantiate = "life.instantiate"
  case lifeRequiredFeature = "life.required-feature"
  case lifeOptionalFeature = "life.optional-feature"
  case lifeExtensionData = "life.extension-data"
  case lifeReconnect = "life.reconnect"
  case lifeOptionalPort = "life.optional-port"
  case lifeRunZero = "life.run-zero"
  case lifeReset = "life.reset"
  case lifeInPlace = "life.in-place"
  case lifeFpState = "life.fp-state"
  case lifeProcessState = "life.process-state"
  case lifeOptionsConst = "life.options-const"

  case audioNonfinite = "audio.nonfinite"
  case audioUnwritten = "audio.unwritten"
  case audioOverrun = "audio.overrun"
  case audioOutOfBoundsRead = "audio.out-of-bounds-read"
  case audioInputWrite = "audio.input-write"
  case audioSmallBlock = "audio.small-block"
  case audioMaxBlock = "audio.max-block"
  case audioAlignment = "audio.alignment"
  case audioDeterminism = "audio.determinism"
  case audioUninitialised = "audio.uninitialised"
  case audioBlockInvariance = "audio.block-invariance"
  case audioRunaway = "audio.runaway"
  case audioDenormal = "audio.denormal"
  case audioNanCrash = "audio.nan-crash"
  case audioNanLatch = "audio.nan-latch"

  case paramBounds = "param.bounds"
  case paramOutOfRange = "param.out-of-range"
  case paramEnabled = "param.enabled"
  case paramEnabledClick = "param.enabled-click"
  case paramZipper = "param.zipper"
  case paramOutputRange = "param.output-range"

  case latencyImpulse = "latency.impulse"
  case latencyStable = "latency.stable"

  case rtAllocation = "rt.allocation"
  case rtLock = "rt.lock"
  case rtSyscall = "rt.syscall"
  case rtFirstBlock = "rt.first-block"
  case rtConnectPort = "rt.connect-port"
  case rtHostCallback = "rt.host-callback"

  case memLeak = "mem.leak"
  case memInvalidFree = "mem.invalid-free"
  case memHeapAccess = "mem.heap-access"
  case memResources = "mem.resources"

  case threadIsolation = "thread.isolation"
  case threadConcurrent = "thread.concurrent"
  case threadSaveDuringRun = "thread.save-during-run"

  case stateRoundtrip = "state.roundtrip"
  case stateEmpty = "state.empty"
  case stateGarbage = "state.garbage"
  case stateContract = "state.contract"

  case workerContract = "worker.contract"

  case atomOutput = "atom.output"
  case atomTinyBuffer = "atom.tiny-buffer"
  case atomInputFuzz = "atom.input-fuzz"

  case presetValid = "preset.valid"

  case perfWorstBlock = "perf.worst-block"
  case perfDenormal = "perf.denormal"
  case perfLoad = "perf.load"

  case uiStatic = "ui.static"

  /// The part before the point: the group that `--only 'audio.*'` picks.
  public var family: Substring { rawValue.prefix { $0 != "." } }
}

extension CheckID: Comparable {
  private static let order = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })

  /// Orders as the catalogue does.
  public static func < (left: CheckID, right: CheckID) -> Bool {
    order[left, default: 0] < order[right, default: 0]
  }
}
