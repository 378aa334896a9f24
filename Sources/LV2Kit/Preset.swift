#if !hasFeature(Embedded)
  /// A factory preset: a name, and a value for every control input but lv2:enabled, in the order of the ports.
  public struct Preset: Sendable {
    public let name: String
    public let values: [Float]

    public init(_ name: String, _ values: Float...) {
      self.name = name
      self.values = values
    }
  }
#endif
