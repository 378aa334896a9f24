import LV2Kit

/// The tokens of a Turtle file as `lv2ttl` writes it: without comments, long texts and languages.
struct TurtleTokens {
  enum Kind {
    /// The text between < and >.
    case uri
    /// The text between quotation marks. Escapes stay as they are.
    case text
    /// A prefixed name, a number or a directive.
    case word
    /// One of . ; , [ and ].
    case sign
  }

  let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the next token, or nil at the end.
  mutating func next() -> (kind: Kind, range: Range<Int>)? {
    while place < bytes.count && bytes[place] <= 32 { place += 1 }
    guard place < bytes.count else { return nil }
    switch bytes[place] {
    case 60: return (.uri, enclosed(until: 62))
    case 34: return (.text, enclosed(until: 34))
    case let byte where Self.isSign(byte):
      place += 1
      return (.sign, place - 1..<place)
    default: return (.word, word())
    }
  }

  private static func isSign(_ byte: UInt8) -> Bool {
    switch byte {
    case 44, 46, 59, 91, 93: true
    default: false
    }
  }

  private mutating func enclosed(until end: UInt8) -> Range<Int> {
    let start = place + 1
    place = start
    while place < bytes.count && bytes[place] != end { place += bytes[place] == 92 ? 2 : 1 }
    let range = start..<max(start, min(place, bytes.count))
    place += 1
    return range
  }

  /// A point belongs to a word unless a space follows it.
  private mutating func word() -> Range<Int> {
    let start = place
    while place < bytes.count && bytes[place] > 32 {
      let isLast = place + 1 == bytes.count || bytes[place + 1] <= 32
      if place > start && Self.isSign(bytes[place]) && (bytes[place] != 46 || isLast) { break }
      place += 1
    }
    return start..<place
  }

  // MARK: Comparison

  func isEqual(_ range: Range<Int>, _ text: StaticString) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    for index in 0..<range.count where bytes[range.lowerBound + index] != text.utf8Start[index] { return false }
    return true
  }

  /// - Parameter string: a C string.
  func isEqual(_ range: Range<Int>, _ string: UnsafePointer<CChar>) -> Bool {
    for index in 0..<range.count where UInt8(bitPattern: string[index]) != bytes[range.lowerBound + index] {
      return false
    }
    return string[range.count] == 0
  }

  func text(_ range: Range<Int>) -> Text {
    var text = Text()
    for index in range { text.append(bytes[index]) }
    return text
  }
}
