#if !hasFeature(Embedded)
  /// The words and presets of an effect.
  public struct EffectDocument: Sendable {
    /// The effect's file in the bundle, without ".ttl": lower case, with hyphens.
    public let file: String
    /// The plug-in's name without its layout.
    public let name: String
    /// The plug-in class in LV2's core vocabulary, such as "LowpassPlugin".
    public let pluginClass: String
    /// A few sentences for a musician.
    public let comment: String
    public let presets: [Preset]

    public init(file: String, name: String, pluginClass: String, comment: String, presets: [Preset]) {
      self.file = file
      self.name = name
      self.pluginClass = pluginClass
      self.comment = comment
      self.presets = presets
    }
  }
#endif
