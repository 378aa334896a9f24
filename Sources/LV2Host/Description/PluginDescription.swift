/// A plug-in as its bundle describes it: a plain value that crosses processes, with no lilv and no library behind it.
public struct PluginDescription: Sendable, Codable, Hashable {
  public var uri: String
  /// `doap:name`, or the URI where it has none.
  public var name: String
  /// The absolute path of the bundle, with a slash at its end, as `instantiate` wants it.
  public var bundlePath: String
  /// The absolute path of `lv2:binary`; nil where the manifest names none.
  public var binaryPath: String?
  /// The URI of the most specific class, `lv2:Plugin` where there is none.
  public var classURI: String
  /// The class as a user reads it ("Equaliser").
  public var classLabel: String
  public var requiredFeatures: Set<String>
  public var optionalFeatures: Set<String>
  /// The URIs of `lv2:extensionData`.
  public var extensionData: Set<String>
  /// The URIs of `opts:requiredOption`.
  public var requiredOptions: Set<String>
  /// The URIs of `opts:supportedOption`.
  public var supportedOptions: Set<String>
  /// The URIs of `patch:writable` and `patch:readable`.
  public var parameters: [String]
  public var minorVersion: Int?
  public var microVersion: Int?
  /// By index; an index without description is not here.
  public var ports: [PortDescription]
  /// By label. Empty where the caller asked for no presets.
  public var presets: [PresetDescription]
  /// Whether the bundle holds a `state:state` for the plug-in to start from.
  public var hasDefaultState: Bool
}

extension PluginDescription {
  public var features: Set<String> { requiredFeatures.union(optionalFeatures) }

  /// Input and output must not share a buffer.
  public var inPlaceBroken: Bool { features.contains(URI.Core.inPlaceBroken) }
  /// The plug-in promises to be fit for hard real time.
  public var hardRTCapable: Bool { features.contains(URI.Core.hardRTCapable) }
  public var isLive: Bool { features.contains(URI.Core.isLive) }
  public var requiresPowerOf2BlockLength: Bool { requiredFeatures.contains(URI.BufSize.powerOf2BlockLength) }
  /// All blocks of a run must have the same length: a fixed one, or a power of two.
  public var requiresOneBlockLength: Bool {
    requiredFeatures.contains(URI.BufSize.fixedBlockLength) || requiresPowerOf2BlockLength
  }
  public var prefersCoarseBlockLength: Bool { features.contains(URI.BufSize.coarseBlockLength) }

  /// The ports of one kind and direction, by index.
  public func ports(_ kind: PortDescription.Kind, _ direction: PortDescription.Direction) -> [PortDescription] {
    ports.filter { $0.kind == kind && $0.direction == direction }
  }

  public func port(symbol: String) -> PortDescription? { ports.first { $0.symbol == symbol } }

  /// The first port with the designation, such as `URI.Core.enabled`.
  public func port(designation: String) -> PortDescription? { ports.first { $0.isDesignated(designation) } }

  /// The control output that carries the latency in frames.
  public var latencyPort: PortDescription? { ports.first(where: \.reportsLatency) }

  /// The latency that a value of that port means, in frames: 0 for nonsense.
  public static func latency(shown value: Float) -> Double { value > 0 && value < 1e8 ? Double(value) : 0 }

  /// One more than the highest index: the size of an array of connections.
  public var portCount: Int { (ports.map(\.index).max() ?? -1) + 1 }
}
