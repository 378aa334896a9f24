import CProbe
import LV2Host

/// The options with which a check builds an instance.
package struct InstanceSetup: Sendable {
  /// The kind of memory that ports are connected to.
  package enum Memory: Sendable, Hashable {
    /// Aligned to 64 bytes, like the buffers of most hosts.
    case plain
    /// Audio and CV buffers begin 4 bytes after a 64-byte boundary.
    case misaligned
    /// Every port is between guard pages. With `readOnlyInputs`, the pages of all inputs are read-only, controls included.
    case guarded(probe_placement, readOnlyInputs: Bool)
  }

  /// In hertz.
  package var rate: Double
  /// The longest block, in frames.
  package var blockLength: Int
  /// The value of bufsz:nominalBlockLength, in frames; `blockLength` if nil.
  package var nominalBlockLength: Int?
  package var memory = Memory.plain
  /// Which audio ports share a buffer.
  package var layout = BufferLayout.separate
  /// All audio inputs have the signal of the first one.
  package var hasEqualInputs = false
  /// The channel of the signal in each audio and CV input, in the order of the ports; their own channels if empty.
  package var signalChannels: [Int] = []
  /// Connects all ports immediately after instantiate(); otherwise `activate()` connects them.
  package var connectsAtOnce = true
  /// Connects ports that are `connectionOptional` to NULL.
  package var optionalPortsAtNull = false
  package var features = HostConfiguration.FeatureChoice.all
  package var workerMode = HostConfiguration.WorkerMode.deferred
  package var readOnlyOptions = false
  package var optionOrder = HostConfiguration.OptionOrder.usual
  package var reversesFeatures = false
  /// The directory for files of the plug-in's state; nil if the host offers none.
  package var stateDirectory: String? { didSet { loadsFile = stateDirectory == nil } }
  /// Whether the file of the plug-in is loaded after instantiate(). Checks with a directory for files of the state load
  /// files themselves.
  package var loadsFile = true
  /// Whether the default state of the plug-in is restored after instantiate(); not if a session has another state.
  package var restoresDefaultState = true
  /// The initial value of the instance's `watch`, already active during instantiate().
  package var watch: probe_watch = []

  package init(rate: Double, blockLength: Int) {
    self.rate = rate
    self.blockLength = blockLength
  }

  /// The rate and the block length of the run.
  package init(_ context: PluginContext) {
    self.init(rate: context.rate, blockLength: context.blockLength)
  }

  /// In frames: longer than the maximum that some plug-ins assume.
  package static let longBlock = 8192

  /// The rate of the run and blocks of up to `longBlock`; of the run's length if the plug-in requires a fixed length.
  package static func longBlocks(_ context: PluginContext) -> InstanceSetup {
    var setup = InstanceSetup(context)
    if !context.plugin.requiresOneBlockLength { setup.blockLength = max(context.blockLength, longBlock) }
    return setup
  }
}
