/// An `atom:Object` while it is written.
public struct AtomObject {
  /// The body of the atom: id, type, and properties, each padded to 64 bits.
  public private(set) var body: [UInt8] = []

  /// - Parameter type: the URID of the object's type.
  public init(type: UInt32) {
    append(UInt32(0))
    append(type)
  }

  /// Adds a property with a value of fixed size.
  public mutating func set<T: BitwiseCopyable>(_ key: UInt32, _ type: UInt32, _ value: T) {
    set(key, type, bytes: withUnsafeBytes(of: value) { Array($0) })
  }

  /// Adds a property.
  ///
  /// - Parameters:
  ///   - key: the URID of the property.
  ///   - type: the URID of the type of the value.
  ///   - value: the body of the value, without padding.
  public mutating func set(_ key: UInt32, _ type: UInt32, bytes value: [UInt8]) {
    append(key)
    append(UInt32(0))
    append(UInt32(value.count))
    append(type)
    body += value
    while body.count % 8 != 0 { body.append(0) }
  }

  private mutating func append(_ value: UInt32) { withUnsafeBytes(of: value) { body += $0 } }
}
