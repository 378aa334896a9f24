/// The properties that a plug-in saved: a plain value, keys and types by URI, so that two of them compare as typed maps.
public struct StateSnapshot: Sendable, Codable, Hashable {
  public struct Property: Sendable, Codable, Hashable {
    /// The URI of the value's type.
    public var type: String
    /// `LV2_State_Flags`.
    public var flags: UInt32
    /// The value, as the plug-in stored it.
    public var bytes: [UInt8]

    public init(type: String, flags: UInt32, bytes: [UInt8]) {
      self.type = type
      self.flags = flags
      self.bytes = bytes
    }
  }

  /// By the URI of the key.
  public var properties: [String: Property]
  /// What the plug-in did against the contract while it saved, a sentence each: empty for a sound plug-in.
  public var breaches: [String]

  public init(properties: [String: Property] = [:], breaches: [String] = []) {
    self.properties = properties
    self.breaches = breaches
  }
}
