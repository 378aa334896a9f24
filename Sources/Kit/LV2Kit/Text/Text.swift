/// A short text that needs no memory: at most 63 bytes of UTF-8 and a final zero. Further bytes are omitted.
public struct Text {
  private var bytes = InlineArray<64, UInt8>(repeating: 0)
  /// The number of bytes.
  public private(set) var count = 0

  public init() {}

  public init(_ text: StaticString) { append(text) }

  /// - Parameter characters: a C string, or NULL for an empty text.
  package init(_ characters: UnsafePointer<CChar>?) {
    guard let characters else { return }
    var index = 0
    while characters[index] != 0 && index < 63 {
      append(UInt8(bitPattern: characters[index]))
      index += 1
    }
  }

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

  /// Copies the text to a C string of at most `capacity` bytes, at least 1, without a part of a character.
  package func copy(to characters: UnsafeMutablePointer<CChar>, capacity: Int) {
    var text = self
    while text.count > capacity - 1 { text.removeLast() }
    for index in 0..<text.count { characters[index] = CChar(bitPattern: text[index]) }
    characters[text.count] = 0
  }

  /// Whether two texts differ only in the case of ASCII letters.
  package func isEqual(to other: Text) -> Bool {
    func lower(_ byte: UInt8) -> UInt8 { byte >= 65 && byte <= 90 ? byte + 32 : byte }
    guard count == other.count else { return false }
    for index in 0..<count where lower(self[index]) != lower(other[index]) { return false }
    return true
  }

  /// Calls `body` with the text as a C string.
  public func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafeBytes(of: bytes) { body($0.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: CChar.self)) }
  }
}
