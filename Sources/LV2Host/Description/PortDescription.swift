/// One port, as the bundle's Turtle describes it: a plain value, no lilv behind it.
public struct PortDescription: Sendable, Codable, Hashable {
  public enum Direction: String, Sendable, Codable { case input, output }

  /// The data type. A port of no type known to this host is `unknown`, with its classes in `classes`.
  public enum Kind: String, Sendable, Codable { case audio, control, cv, atom, event, unknown }

  /// A labelled value (`lv2:scalePoint`).
  public struct ScalePoint: Sendable, Codable, Hashable {
    public var label: String
    public var value: Float
  }

  /// `lv2:index`.
  public var index: Int
  /// `lv2:symbol`, unique in the plug-in.
  public var symbol: String
  /// `lv2:name`, in the language of the process's locale where the bundle has it.
  public var name: String
  /// nil where the description gives none, or both.
  public var direction: Direction?
  public var kind: Kind
  /// The URIs of all `rdf:type`s.
  public var classes: [String]
  /// `lv2:default`, as written: not multiplied by the rate. See `initialValue(rate:)`.
  public var defaultValue: Float?
  /// `lv2:minimum`, as written: not multiplied by the rate. See `range(rate:)`.
  public var minimum: Float?
  /// `lv2:maximum`, as written: not multiplied by the rate.
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
  /// The symbol of the unit as a user reads it ("Hz"), or its URI where it has no symbol.
  public var unit: String?
  /// The URI of `pg:group`.
  public var group: String?
  /// Whether that group is the side chain of another (`pg:sideChainOf`).
  public var isInSideChainGroup = false
}

extension PortDescription {
  public var isInput: Bool { direction == .input }
  public var isOutput: Bool { direction == .output }
  /// Whether the host may connect it to NULL.
  public var isConnectionOptional: Bool { properties.contains(URI.Core.connectionOptional) }
  public var isSideChain: Bool {
    properties.contains(URI.Core.isSideChain) || isInSideChainGroup
      || designations.contains { $0.hasSuffix("#sideChain") }
  }
  /// Whether it is an atom port that takes an `atom:Sequence`.
  public var takesSequence: Bool {
    kind == .atom && (bufferTypes.isEmpty || bufferTypes.contains(URI.Atom.sequence))
  }
  public var isToggled: Bool { properties.contains(URI.Core.toggled) }
  public var isInteger: Bool { properties.contains(URI.Core.integer) }
  public var isEnumeration: Bool { properties.contains(URI.Core.enumeration) }
  public var isLogarithmic: Bool { properties.contains(URI.PortProps.logarithmic) }
  /// Whether default and bounds are multiples of the sample rate (`lv2:sampleRate`).
  public var isScaledByRate: Bool { properties.contains(URI.Core.sampleRate) }
  /// A control output that carries the latency in frames.
  public var reportsLatency: Bool {
    kind == .control && isOutput
      && (designations.contains(URI.Core.latency) || properties.contains(URI.Core.reportsLatency))
  }

  /// Whether the port is designated so (`URI.Core.enabled`, `URI.Core.freeWheeling` ...).
  public func isDesignated(_ designation: String) -> Bool { designations.contains(designation) }

  /// The bounds at `rate` hertz, `lv2:sampleRate` applied; nil where one is missing, not finite, or they are reversed.
  public func range(rate: Double) -> ClosedRange<Float>? {
    let factor = isScaledByRate ? Float(rate) : 1
    guard let low = minimum.map({ $0 * factor }), let high = maximum.map({ $0 * factor }),
      low.isFinite, high.isFinite, low <= high
    else { return nil }
    return low...high
  }

  /// The value a host starts with at `rate` hertz: the default, or else the bound nearest to 0, or else 0.
  ///
  /// Some bundles write the bounds of an `lv2:sampleRate` port as multiples of the rate and the default in hertz: a
  /// default that lies in the range only as it stands is taken so.
  public func initialValue(rate: Double) -> Float {
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
