/// A short text that needs no memory: at most 63 bytes of UTF-8 and a final zero. Further bytes are omitted.
public struct Text {
  private var bytes = InlineArray<64, UInt8>(repeating: 0)
  /// The number of bytes.
  public private(set) var count = 0

  public init() {}

  public init(_ text: StaticString) { append(text) }

  public var isEmpty: Bool { count == 0 }

  public subscript(index: Int) -> UInt8 { bytes[index] }

  public mutating func append(_ byte: UInt8) {
    guard count < 63 else { return }
    bytes[count] = byte
    count += 1
  }

  public mutating func append(_ text: StaticString) {
    for index in 0..<text.utf8CodeUnitCount { append(text.utf8Start[index]) }
  }

  public mutating func append(_ text: Text) {
    for index in 0..<text.count { append(text[index]) }
  }

  /// Removes the last character.
  public mutating func removeLast() {
    while count > 0 {
      count -= 1
      let byte = bytes[count]
      bytes[count] = 0
      if byte & 0xc0 != 0x80 { return }
    }
  }

  /// Calls `body` with the text as a C string.
  public func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafeBytes(of: bytes) { body($0.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: CChar.self)) }
  }
}
