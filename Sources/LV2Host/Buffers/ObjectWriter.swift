import CLV2

/// Builds the body of an `atom:Object`: id, type, and properties, each padded to 64 bits.
struct ObjectWriter {
  private(set) var bytes: [UInt8] = []

  /// - Parameter otype: the id of the object's type.
  init(otype: UInt32) {
    append(UInt32(0))
    append(otype)
  }

  /// Adds a property of a fixed-size type.
  mutating func set<T: BitwiseCopyable>(_ key: UInt32, _ type: UInt32, _ value: T) {
    set(key, type, bytes: withUnsafeBytes(of: value) { Array($0) })
  }

  /// Adds a property with a value of any bytes.
  mutating func set(_ key: UInt32, _ type: UInt32, bytes value: [UInt8]) {
    append(key)
    append(UInt32(0))
    append(UInt32(value.count))
    append(type)
    bytes += value
    while bytes.count % 8 != 0 { bytes.append(0) }
  }

  private mutating func append(_ value: UInt32) { withUnsafeBytes(of: value) { bytes += $0 } }
}
