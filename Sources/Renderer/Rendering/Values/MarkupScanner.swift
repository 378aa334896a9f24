/// Reads the tags of an XML document in order. Texts, comments and declarations are passed over.
///
/// It is for files that programs write: a document type with entities of its own is not understood.
struct MarkupScanner {
  struct Element {
    let name: String
    let attributes: [String: String]
    /// The number of elements around it.
    let depth: Int
  }

  /// The document is not well-formed.
  struct Failure: Error {}

  private let bytes: [UInt8]
  private var place = 0
  /// The names of the open elements.
  private var open: [[UInt8]] = []
  private var hasRoot = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the next start tag, or nil at the end of the document.
  mutating func next() throws(Failure) -> Element? {
    while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      place = start + 1
      guard place < bytes.count else { throw Failure() }
      switch bytes[place] {
      case UInt8(ascii: "?"): try skip(after: "?>")
      case UInt8(ascii: "!"): try skipSpecial()
      case UInt8(ascii: "/"):
        place += 1
        guard open.popLast() == name() else { throw Failure() }
        try skip(after: ">")
      default: return try element()
      }
    }
    guard open.isEmpty && hasRoot else { throw Failure() }
    return nil
  }

  /// Continues after a comment, a section of characters or a declaration.
  private mutating func skipSpecial() throws(Failure) {
    let rest = bytes[place...]
    try skip(
      after: rest.starts(with: Array("!--".utf8)) ? "-->" : rest.starts(with: Array("![CDATA[".utf8)) ? "]]>" : ">")
  }

  /// Continues after the next occurrence of a text.
  private mutating func skip(after text: String) throws(Failure) {
    let text = Array(text.utf8)
    while place + text.count <= bytes.count {
      if bytes[place...].starts(with: text) {
        place += text.count
        return
      }
      place += 1
    }
    throw Failure()
  }

  private mutating func skipSpaces() {
    while place < bytes.count && bytes[place] <= 32 { place += 1 }
  }

  /// Reads a name: everything up to a space or a sign of a tag.
  private mutating func name() -> [UInt8] {
    let start = place
    let ends = Set("/>=<".utf8)
    while place < bytes.count && bytes[place] > 32 && !ends.contains(bytes[place]) { place += 1 }
    return Array(bytes[start..<place])
  }

  private mutating func element() throws(Failure) -> Element {
    let name = name()
    guard !name.isEmpty, !open.isEmpty || !hasRoot else { throw Failure() }
    hasRoot = true
    var attributes: [String: String] = [:]
    let depth = open.count
    while true {
      skipSpaces()
      guard place < bytes.count else { throw Failure() }
      switch bytes[place] {
      case UInt8(ascii: ">"): open.append(name)
      case UInt8(ascii: "/"):
        place += 1
        guard place < bytes.count, bytes[place] == UInt8(ascii: ">") else { throw Failure() }
      default:
        let (key, value) = try attribute()
        attributes[key] = value
        continue
      }
      place += 1
      return Element(name: String(decoding: name, as: UTF8.self), attributes: attributes, depth: depth)
    }
  }

  private mutating func attribute() throws(Failure) -> (String, String) {
    let key = name()
    skipSpaces()
    guard !key.isEmpty, place < bytes.count, bytes[place] == UInt8(ascii: "=") else { throw Failure() }
    place += 1
    skipSpaces()
    guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'"),
      let end = bytes[(place + 1)...].firstIndex(of: bytes[place])
    else { throw Failure() }
    let value = try Self.text(bytes[(place + 1)..<end])
    place = end + 1
    return (String(decoding: key, as: UTF8.self), value)
  }

  /// The text of a value, in which references stand for characters.
  private static func text(_ bytes: ArraySlice<UInt8>) throws(Failure) -> String {
    var parts = String(decoding: bytes, as: UTF8.self).split(separator: "&", omittingEmptySubsequences: false)[...]
    var text = String(parts.removeFirst())
    for part in parts {
      guard let end = part.firstIndex(of: ";"), let character = character(part[..<end]) else { throw Failure() }
      text.append(character)
      text += part[part.index(after: end)...]
    }
    return text
  }

  private static func character(_ name: Substring) -> Character? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      let number = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
      guard name.hasPrefix("#") else { return nil }
      return number.flatMap(Unicode.Scalar.init).map(Character.init)
    }
  }
}
