/// The description of a plug-in in its bundle: a plain value that can be sent to another process.
public struct PluginDescription: Sendable, Codable, Hashable {
  public var uri: String
  /// `doap:name`, or the URI if the plug-in has no name.
  public var name: String
  /// The absolute path of the bundle with a trailing slash, as instantiate() requires it.
  public var bundlePath: String
  /// The absolute path of `lv2:binary`; nil if the manifest has none.
  public var binaryPath: String?
  /// The URI of the most specific class, or `lv2:Plugin`.
  public var classURI: String
  /// The label of the class for users ("Equaliser").
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
  /// In the order of the index. Undescribed indices are missing.
  public var ports: [PortDescription]
  /// In the order of the label. Empty unless the caller requested presets.
  public var presets: [PresetDescription]
  /// Whether the bundle contains a `state:state` of the plug-in itself, its default state.
  public var hasDefaultState: Bool
}

/// The name of a preset. `World.preset(_:map:)` reads its content.
public struct PresetDescription: Sendable, Codable, Hashable {
  public var uri: String
  /// `rdfs:label`, or the URI if the preset has no label.
  public var label: String
  /// The directory of its bundle, if it is known.
  public var bundlePath: String?
}

extension PluginDescription {
  public var features: Set<String> { requiredFeatures.union(optionalFeatures) }

  /// Inputs and outputs must not share a buffer.
  public var inPlaceBroken: Bool { features.contains(URI.Core.inPlaceBroken) }
  /// The plug-in declares that it is capable of hard real time.
  public var hardRTCapable: Bool { features.contains(URI.Core.hardRTCapable) }
  public var isLive: Bool { features.contains(URI.Core.isLive) }
  public var requiresPowerOf2BlockLength: Bool { requiredFeatures.contains(URI.BufSize.powerOf2BlockLength) }
  /// All blocks must have the same length: any fixed length, or a power of two.
  public var requiresOneBlockLength: Bool {
    requiredFeatures.contains(URI.BufSize.fixedBlockLength) || requiresPowerOf2BlockLength
  }
  public var prefersCoarseBlockLength: Bool { features.contains(URI.BufSize.coarseBlockLength) }

  public func ports(_ kind: PortDescription.Kind, _ direction: PortDescription.Direction) -> [PortDescription] {
    ports.filter { $0.kind == kind && $0.direction == direction }
  }

  public func port(symbol: String) -> PortDescription? { ports.first { $0.symbol == symbol } }

  public func port(designation: String) -> PortDescription? { ports.first { $0.isDesignated(designation) } }

  public var latencyPort: PortDescription? { ports.first(where: \.reportsLatency) }

  /// The latency in frames for a value of that port: 0 for negative, huge and NaN values.
  public static func latency(fromPortValue value: Float) -> Double { value > 0 && value < 1e8 ? Double(value) : 0 }

  public var portCount: Int { (ports.map(\.index).max() ?? -1) + 1 }
}
