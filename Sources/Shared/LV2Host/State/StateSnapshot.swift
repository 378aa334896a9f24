/// The properties that a plug-in saved: a plain value. Keys and types are URIs, so snapshots can be compared.
public struct StateSnapshot: Sendable, Codable, Hashable {
  public struct Property: Sendable, Codable, Hashable {
    /// The URI of the value's type.
    public var type: String
    /// `LV2_State_Flags`.
    public var flags: UInt32
    public var bytes: [UInt8]

    public init(type: String, flags: UInt32, bytes: [UInt8]) {
      self.type = type
      self.flags = flags
      self.bytes = bytes
    }
  }

  /// A call of store() that violates the state specification.
  public enum Violation: Sendable, Codable, Hashable {
    case unmappedKey(UInt32)
    case unmappedType(UInt32, key: String)
    case missingValue(key: String)
    case emptyValue(key: String)
    /// The text is a noun phrase: "a number of 8 bytes instead of 4".
    case malformedValue(text: String, key: String)
    /// A key that already has a value from the same save().
    case duplicateKey(key: String, isEqual: Bool)
  }

  /// By the URI of the key.
  public var properties: [String: Property]
  /// The violations during save(), in order.
  public var violations: [Violation]

  public init(properties: [String: Property] = [:], violations: [Violation] = []) {
    self.properties = properties
    self.violations = violations
  }
}
