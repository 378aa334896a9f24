/// The properties of the host for one instance: a plain value that can be sent to another process.
public struct HostConfiguration: Sendable, Codable, Hashable {
  /// The features in the array for the plug-in.
  public enum FeatureChoice: Sendable, Codable, Hashable {
    case all
    case only(Set<String>)
    case except(Set<String>)
    /// The array contains no feature.
    case none
    /// The array is NULL, as in some hosts.
    case null

    func contains(_ uri: String) -> Bool {
      switch self {
      case .all: true
      case .only(let uris): uris.contains(uri)
      case .except(let uris): !uris.contains(uri)
      case .none, .null: false
      }
    }
  }

  /// The place of the work() calls.
  public enum WorkerMode: String, Sendable, Codable {
    /// In a separate thread, when the caller calls `Worker.startWork(pausing:)`. Responses are delivered after a later
    /// run().
    case thread
    /// In `Worker.performDeferred()`, which the caller calls between blocks.
    case deferred
    /// In schedule_work(), together with the responses, as offline hosts may do.
    case immediate
  }

  /// The order of the options in the array of `opts:options`, which has no meaning, and where options are that no plug-in knows.
  public enum OptionOrder: String, Sendable, Codable {
    /// Block lengths, then the sample rate.
    case usual
    case reversed
    /// The usual ones, then the unknown ones.
    case beforeUnknown
    /// The unknown ones, then the reversed ones.
    case afterUnknown
  }

  /// In hertz.
  public var sampleRate: Double
  /// `bufsz:minBlockLength` in frames.
  public var minimumBlockLength = 1
  /// `bufsz:maxBlockLength` in frames.
  public var maximumBlockLength: Int
  /// `bufsz:nominalBlockLength` in frames.
  public var nominalBlockLength: Int
  /// The size of an atom port's buffer, in bytes.
  public var sequenceSize = 32768
  public var features = FeatureChoice.all
  public var workerMode = WorkerMode.deferred
  public var optionOrder = OptionOrder.usual
  /// Whether the array of features has the reverse of the usual order; the order has no meaning.
  public var reversesFeatures = false
  /// Whether the options and the array of features are in read-only memory.
  public var readOnlyOptions = false
  /// Whether the host has the feature `lv2:isLive`: it plays the output in real time.
  public var isLive = false
  /// The directory for the files of `state:makePath`. nil omits this feature.
  public var stateDirectory: String?

  public init(sampleRate: Double, maximumBlockLength: Int) {
    self.sampleRate = sampleRate
    self.maximumBlockLength = maximumBlockLength
    nominalBlockLength = maximumBlockLength
  }

  /// The limit for `rsz:minimumSize` of an atom port, in bytes. A plug-in that requires more is not instantiated.
  public static let largestSequence = 1 << 28
  /// The size per frame of an atom port's buffer, in bytes: two channels of samples for a user interface, doubled.
  private static let sequenceBytesPerFrame = 16

  /// A configuration with block lengths that the plug-in's required features permit, and sufficient atom buffers.
  ///
  /// A fixed length is `maximumBlockLength`. A power of two is the largest one up to `maximumBlockLength`.
  public init(for plugin: PluginDescription, sampleRate: Double, maximumBlockLength: Int) {
    self.init(sampleRate: sampleRate, maximumBlockLength: maximumBlockLength)
    if plugin.requiresPowerOf2BlockLength {
      self.maximumBlockLength = 1 << (Int.bitWidth - 1 - maximumBlockLength.leadingZeroBitCount)
      nominalBlockLength = self.maximumBlockLength
    }
    if plugin.requiresOneBlockLength { minimumBlockLength = self.maximumBlockLength }
    sequenceSize = max(
      sequenceSize, min(plugin.ports.compactMap(\.minimumSize).max() ?? 0, Self.largestSequence),
      maximumBlockLength * Self.sequenceBytesPerFrame)
  }

  /// Whether all blocks have the same length, the condition for `bufsz:fixedBlockLength`.
  public var isFixedBlockLength: Bool { minimumBlockLength == maximumBlockLength }
  public var isPowerOf2BlockLength: Bool { isFixedBlockLength && maximumBlockLength.nonzeroBitCount == 1 }
}
