/// Text of any length in bounded memory: its beginning, its end, and the number of omitted bytes.
public struct CapturedText: Sendable, Equatable {
  /// The number of bytes kept of the beginning, and of the end.
  public static let half = 4096

  private var beginning: [UInt8] = []
  private var end: [UInt8] = []
  public private(set) var count = 0

  public init() {}

  public mutating func append(_ bytes: some Collection<UInt8>) {
    count += bytes.count
    let room = Self.half - beginning.count
    beginning.append(contentsOf: bytes.prefix(room))
    end.append(contentsOf: bytes.dropFirst(room).suffix(Self.half))
    if end.count > 2 * Self.half { end.removeFirst(end.count - Self.half) }
  }

  /// The kept text. Invalid UTF-8 is replaced.
  public var text: String {
    let end = end.suffix(Self.half)
    let omitted = count - beginning.count - end.count
    let gap = omitted > 0 ? "\n[\(omitted) bytes omitted]\n" : ""
    return String(decoding: beginning, as: UTF8.self) + gap + String(decoding: end, as: UTF8.self)
  }
}
