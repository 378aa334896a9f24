/// Cuts a stream of bytes into lines.
struct LineSplitter {
  /// A line longer than this, in bytes, is no result of ours and is dropped.
  static let longest = 32 << 20

  private var rest: [UInt8] = []

  /// The lines completed by these bytes, without their newlines; empty ones are left out.
  mutating func split(_ bytes: some Collection<UInt8>) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    for piece in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      if piece.offset > 0 {
        if !rest.isEmpty { lines.append(rest) }
        rest = []
      }
      rest.append(contentsOf: piece.element)
    }
    if rest.count > Self.longest { rest = [] }
    return lines
  }
}
