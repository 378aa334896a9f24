/// The newest messages, in storage that is taken once.
struct LogRing: ~Copyable {
  private static let slotSize = LogCapture.entryCapacity + 1
  private let bytes: UnsafeMutableRawBufferPointer
  private let headers: UnsafeMutableBufferPointer<(level: LogCapture.Level, length: Int)>
  /// How many messages were ever appended.
  private var total = 0
  /// How many of each level, in the order of `Level.allCases`.
  private let counts: UnsafeMutableBufferPointer<Int>

  init(capacity: Int) {
    precondition(capacity > 0)
    bytes = .allocate(byteCount: capacity * Self.slotSize, alignment: 1)
    headers = .allocate(capacity: capacity)
    headers.initialize(repeating: (.other, 0))
    counts = .allocate(capacity: LogCapture.Level.allCases.count)
    counts.initialize(repeating: 0)
  }

  deinit {
    bytes.deallocate()
    headers.deallocate()
    counts.deallocate()
  }

  mutating func append(_ level: LogCapture.Level, _ text: UnsafeRawBufferPointer) {
    let slot = total % headers.count
    let length = min(text.count, LogCapture.entryCapacity)
    let start = slot * Self.slotSize
    UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + length])
      .copyMemory(from: UnsafeRawBufferPointer(rebasing: text[..<length]))
    headers[slot] = (level, length)
    counts[level.rawValue] += 1
    total += 1
  }

  func count(_ level: LogCapture.Level) -> Int { counts[level.rawValue] }

  /// Oldest first, without trailing line ends.
  var entries: [LogCapture.Entry] {
    (max(0, total - headers.count)..<total).map { number in
      let slot = number % headers.count
      let start = slot * Self.slotSize
      var text = String(decoding: bytes[start..<start + headers[slot].length], as: UTF8.self)
      while text.last?.isNewline == true { text.removeLast() }
      return LogCapture.Entry(level: headers[slot].level, text: text)
    }
  }
}
