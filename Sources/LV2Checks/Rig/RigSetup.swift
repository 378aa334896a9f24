import CProbe
import LV2Host

/// How a rig is to be built: what a check may want to be different from the usual.
public struct RigSetup: Sendable {
  /// Where the ports' memory comes from.
  public enum Memory: Sendable, Hashable {
    /// Aligned to 64 bytes, as most hosts give.
    case plain
    /// The audio and CV buffers begin 4 bytes after such an address.
    case misaligned
    /// Every port between inaccessible pages; the inputs, control inputs too, on pages that cannot be written.
    case guarded(probe_placement, readOnlyInputs: Bool)
  }

  /// In hertz.
  public var rate: Double
  /// The longest block, in frames.
  public var blockLength: Int
  /// What the plug-in is told of the usual block, in frames; the longest where nil.
  public var nominalBlockLength: Int?
  public var memory = Memory.plain
  /// Give each audio output the buffer of the audio input of the same rank.
  public var inPlace = false
  /// Leave ports that are `connectionOptional` unconnected.
  public var optionalPortsAtNull = false
  public var features = HostConfiguration.FeatureChoice.all
  public var workerMode = HostConfiguration.WorkerMode.deferred
  public var readOnlyOptions = false
  /// Where the plug-in may make files for its state; nowhere where nil.
  public var stateDirectory: String?
  /// The rig's `watch` from instantiate() on.
  public var watch: probe_watch = []
  /// The wait after each activation, in microseconds.
  var settlingTime: UInt32 = 0

  public init(rate: Double, blockLength: Int) {
    self.rate = rate
    self.blockLength = blockLength
  }

  /// The rate and the block of the run.
  public init(_ context: PluginContext) {
    self.init(rate: context.rate, blockLength: context.blockLength)
    settlingTime = context.settlingTime
  }

  /// In frames: longer than what a plug-in may have taken for the longest that there is.
  static let longBlock = 8192

  /// The rate of the run, and blocks of up to `longBlock`; of the run's length where the plug-in requires a fixed one.
  static func ofLongBlocks(_ context: PluginContext) -> RigSetup {
    var setup = RigSetup(context)
    if !context.plugin.requiresOneBlockLength { setup.blockLength = max(context.blockLength, longBlock) }
    return setup
  }
}
