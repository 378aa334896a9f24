import CProbe
import LV2Host

/// How a instance is to be built: what a check may want to be different from the usual.
package struct InstanceSetup: Sendable {
  /// Where the ports' memory comes from.
  package enum Memory: Sendable, Hashable {
    /// Aligned to 64 bytes, as most hosts give.
    case plain
    /// The audio and CV buffers begin 4 bytes after such an address.
    case misaligned
    /// Every port between inaccessible pages; the inputs, control inputs too, on pages that cannot be written.
    case guarded(probe_placement, readOnlyInputs: Bool)
  }

  /// In hertz.
  package var rate: Double
  /// The longest block, in frames.
  package var blockLength: Int
  /// What the plug-in is told of the usual block, in frames; the longest where nil.
  package var nominalBlockLength: Int?
  package var memory = Memory.plain
  /// Give each audio output the buffer of the audio input of the same rank.
  package var inPlace = false
  /// Leave ports that are `connectionOptional` unconnected.
  package var optionalPortsAtNull = false
  package var features = HostConfiguration.FeatureChoice.all
  package var workerMode = HostConfiguration.WorkerMode.deferred
  package var readOnlyOptions = false
  /// Where the plug-in may make files for its state; nowhere where nil.
  package var stateDirectory: String?
  /// The instance's `watch` from instantiate() on.
  package var watch: probe_watch = []
  /// The wait after each activation, in microseconds.
  package var settlingTime: UInt32 = 0

  package init(rate: Double, blockLength: Int) {
    self.rate = rate
    self.blockLength = blockLength
  }

  /// The rate and the block of the run.
  package init(_ context: PluginContext) {
    self.init(rate: context.rate, blockLength: context.blockLength)
    settlingTime = context.settlingTime
  }

  /// In frames: longer than what a plug-in may have taken for the longest that there is.
  package static let longBlock = 8192

  /// The rate of the run, and blocks of up to `longBlock`; of the run's length where the plug-in requires a fixed one.
  package static func ofLongBlocks(_ context: PluginContext) -> InstanceSetup {
    var setup = InstanceSetup(context)
    if !context.plugin.requiresOneBlockLength { setup.blockLength = max(context.blockLength, longBlock) }
    return setup
  }
}
