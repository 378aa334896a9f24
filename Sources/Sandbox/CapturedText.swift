/// Text of any length, kept in bounded memory: its beginning, its end, and how much was left out between.
public struct CapturedText: Sendable, Equatable {
  /// Bytes kept of the beginning, and as many of the end.
  public static let half = 4096

  private var head: [UInt8] = []
  private var tail: [UInt8] = []
  /// All bytes seen.
  public private(set) var count = 0

  public init() {}

  public var isEmpty: Bool { count == 0 }

  /// Takes the next bytes in.
  public mutating func append(_ bytes: some Collection<UInt8>) {
    count += bytes.count
    let room = Self.half - head.count
    head.append(contentsOf: bytes.prefix(room))
    tail.append(contentsOf: bytes.dropFirst(room).suffix(Self.half))
    if tail.count > 2 * Self.half { tail.removeFirst(tail.count - Self.half) }
  }

  /// The text as far as it was kept; invalid UTF-8 is replaced.
  public var text: String {
    let end = tail.suffix(Self.half)
    let omitted = count - head.count - end.count
    let gap = omitted > 0 ? "\n[\(omitted) bytes left out]\n" : ""
    return String(decoding: head, as: UTF8.self) + gap + String(decoding: end, as: UTF8.self)
  }
}
