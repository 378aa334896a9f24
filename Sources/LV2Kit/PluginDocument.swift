#if !hasFeature(Embedded)
  /// All that the Turtle says of one plug-in: an effect in one layout.
  public struct PluginDocument: Sendable {
    public let uri: String
    public let layout: Layout
    public let effect: EffectDocument
    /// The declared controls in the order of their indices, without lv2:enabled.
    public let controls: [ControlPort]

    init<E: Effect & ~Copyable>(_: E.Type, _ layout: Layout) {
      uri = E.uri(layout).description
      self.layout = layout
      effect = E.document
      controls = (0..<E.Port.count).compactMap { E.Port(rawValue: $0)?.declaration }
    }
  }
#endif
