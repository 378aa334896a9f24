/// The description of a port in the bundle: a plain value.
public struct PortDescription: Sendable, Codable, Hashable {
  public enum Direction: String, Sendable, Codable { case input, output }

  /// The data type. `unknown` is a type that this host does not support; `classes` contains its classes.
  public enum Kind: String, Sendable, Codable { case audio, control, cv, atom, event, unknown }

  /// A labeled value (`lv2:scalePoint`).
  public struct ScalePoint: Sendable, Codable, Hashable {
    public var label: String
    public var value: Float
  }

  public var index: Int
  /// `lv2:symbol`, unique within the plug-in.
  public var symbol: String
  /// `lv2:name`, in the language of the process's locale if the bundle has a translation.
  public var name: String
  /// nil if the port is neither an input nor an output, or both.
  public var direction: Direction?
  public var kind: Kind
  /// The URIs of all `rdf:type`s.
  public var classes: [String]
  /// `lv2:default`, not multiplied by the sample rate. See `initialValue(rate:)`.
  public var defaultValue: Float?
  /// `lv2:minimum`, not multiplied by the sample rate. See `range(rate:)`.
  public var minimum: Float?
  /// `lv2:maximum`, not multiplied by the sample rate. See `range(rate:)`.
  public var maximum: Float?
  /// The URIs of `lv2:portProperty`.
  public var properties: Set<String>
  /// The URIs of `lv2:designation`.
  public var designations: [String]
  /// Sorted by value.
  public var scalePoints: [ScalePoint]
  /// The URIs of `atom:supports`.
  public var supports: [String]
  /// The URIs of `atom:bufferType`.
  public var bufferTypes: [String]
  /// `rsz:minimumSize` in bytes.
  public var minimumSize: Int?
  /// The symbol of the unit ("Hz"), or its URI if it has no symbol.
  public var unit: String?
  /// The URI of `pg:group`.
  public var group: String?
  /// Whether that group is the side chain of another group (`pg:sideChainOf`).
  public var isInSideChainGroup = false
}

extension PortDescription {
  public var isInput: Bool { direction == .input }
  public var isOutput: Bool { direction == .output }
  public var hasSamples: Bool { kind == .audio || kind == .cv }
  /// Whether the host may connect it to NULL.
  public var isConnectionOptional: Bool { properties.contains(URI.Core.connectionOptional) }
  public var isSideChain: Bool {
    properties.contains(URI.Core.isSideChain) || isInSideChainGroup
      || designations.contains { $0.hasSuffix("#sideChain") }
  }
  /// Whether it is an atom port for an `atom:Sequence`.
  public var supportsSequence: Bool {
    kind == .atom && (bufferTypes.isEmpty || bufferTypes.contains(URI.Atom.sequence))
  }
  public var isToggled: Bool { properties.contains(URI.Core.toggled) }
  public var isInteger: Bool { properties.contains(URI.Core.integer) }
  public var isEnumeration: Bool { properties.contains(URI.Core.enumeration) }
  public var isLogarithmic: Bool { properties.contains(URI.PortProps.logarithmic) }
  /// Whether default and bounds are multiples of the sample rate (`lv2:sampleRate`).
  public var isScaledByRate: Bool { properties.contains(URI.Core.sampleRate) }
  /// Whether it is a control output that reports the latency in frames.
  public var reportsLatency: Bool {
    kind == .control && isOutput
      && (designations.contains(URI.Core.latency) || properties.contains(URI.Core.reportsLatency))
  }

  public func isDesignated(_ designation: String) -> Bool { designations.contains(designation) }

  /// The bounds at the sample rate `rate` in hertz.
  ///
  /// - Returns: nil if a bound is missing or not finite, or if the minimum is greater than the maximum.
  public func range(rate: Double) -> ClosedRange<Float>? {
    let factor = isScaledByRate ? Float(rate) : 1
    guard let low = minimum.map({ $0 * factor }), let high = maximum.map({ $0 * factor }),
      low.isFinite, high.isFinite, low <= high
    else { return nil }
    return low...high
  }

  /// The initial value at the sample rate `rate` in hertz: the default, or the bound nearest to 0, or 0. For `lv2:enabled` it
  /// is 1, because a host that plays a plug-in enables it, whatever its default.
  ///
  /// Some bundles state the bounds of an `lv2:sampleRate` port as multiples of the rate, but the default in hertz. A
  /// default that is inside the range only without multiplication is therefore not multiplied.
  public func initialValue(rate: Double) -> Float {
    if isDesignated(URI.Core.enabled) { return 1 }
    let factor = isScaledByRate ? Float(rate) : 1
    guard let defaultValue, defaultValue.isFinite else {
      return max(minimum.map { $0 * factor } ?? -.infinity, min(maximum.map { $0 * factor } ?? .infinity, 0))
    }
    if isScaledByRate, let range = range(rate: rate), !range.contains(defaultValue * factor) {
      return range.contains(defaultValue)
        ? defaultValue : min(max(defaultValue * factor, range.lowerBound), range.upperBound)
    }
    return defaultValue * factor
  }
}
