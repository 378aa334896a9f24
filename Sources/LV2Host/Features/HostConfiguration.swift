/// How a host presents itself to one instance: a plain value that crosses processes.
public struct HostConfiguration: Sendable, Codable, Hashable {
  /// Which features the plug-in sees.
  public enum FeatureChoice: Sendable, Codable, Hashable {
    /// All that the host has.
    case all
    /// These alone.
    case only(Set<String>)
    /// All but these.
    case except(Set<String>)
    /// The array holds no feature.
    case none
    /// The array itself is NULL, as some hosts pass it.
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

  /// When the worker's requests are carried out.
  public enum WorkerMode: String, Sendable, Codable {
    /// In a thread of its own; responses come after a later `run`.
    case thread
    /// In `Worker.performDeferred()`, which the caller calls between blocks.
    case deferred
    /// Inside `schedule_work` itself, responses included, as an offline host may.
    case immediate
  }

  /// In hertz.
  public var sampleRate: Double
  /// The shortest block the plug-in is told to expect, in frames.
  public var minimumBlockLength: Int
  /// The longest block, in frames.
  public var maximumBlockLength: Int
  /// The usual block, in frames.
  public var nominalBlockLength: Int
  /// The size of an atom port's buffer, in bytes.
  public var sequenceSize: Int
  public var features: FeatureChoice
  public var workerMode: WorkerMode
  /// Puts the options, and the features array, on pages that cannot be written.
  public var readOnlyOptions: Bool
  /// Lists `lv2:isLive`: the output is heard as it is made.
  public var isLive: Bool
  /// Where `state:makePath` makes files; nil withholds it until a directory is there.
  public var stateDirectory: String?

  /// Blocks from 1 frame to `maximumBlockLength`; everything offered, worker deferred.
  public init(sampleRate: Double, maximumBlockLength: Int) {
    self.sampleRate = sampleRate
    minimumBlockLength = 1
    self.maximumBlockLength = maximumBlockLength
    nominalBlockLength = maximumBlockLength
    sequenceSize = 32768
    features = .all
    workerMode = .deferred
    readOnlyOptions = false
    isLive = false
    stateDirectory = nil
  }

  /// The largest buffer that an atom port gets for `rsz:minimumSize`, in bytes, which may be any number; a plug-in that
  /// asks for more is not instantiated.
  public static let largestSequence = 1 << 28
  /// What an atom port may need in a frame, in bytes: two channels of samples for an interface, and as much again.
  private static let sequenceBytesPerFrame = 16

  /// The block lengths that the plug-in's required features allow, up to about `maximumBlockLength`, and atom
  /// buffers as large as its ports and such blocks ask for.
  ///
  /// A fixed length is `maximumBlockLength`; a power of two is the largest not above it.
  public init(for plugin: PluginDescription, sampleRate: Double, maximumBlockLength: Int) {
    self.init(sampleRate: sampleRate, maximumBlockLength: maximumBlockLength)
    if plugin.requiresPowerOf2BlockLength {
      self.maximumBlockLength = 1 << (Int.bitWidth - 1 - maximumBlockLength.leadingZeroBitCount)
      nominalBlockLength = self.maximumBlockLength
    }
    if plugin.requiresOneBlockLength {
      minimumBlockLength = self.maximumBlockLength
    }
    sequenceSize = max(
      sequenceSize, min(plugin.ports.compactMap(\.minimumSize).max() ?? 0, Self.largestSequence),
      maximumBlockLength * Self.sequenceBytesPerFrame)
  }

  /// Whether every block has the same length, so that the host may say `fixedBlockLength`.
  public var isFixedBlockLength: Bool { minimumBlockLength == maximumBlockLength }
  /// Whether that length is a power of two.
  public var isPowerOf2BlockLength: Bool { isFixedBlockLength && maximumBlockLength.nonzeroBitCount == 1 }
}
