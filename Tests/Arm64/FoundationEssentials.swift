// The declarations of FoundationEssentials that the tools use, for the type-check of their sources for Linux on arm64. The
// toolchain for x86-64 contains no FoundationEssentials for this target. No function is ever called.

@_exported import Glibc

private func notImplemented() -> Never { fatalError() }

public struct URL: Sendable {
  public init(filePath: String) { notImplemented() }
}

public struct Data: RandomAccessCollection, Sendable, Codable, Hashable {
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let alwaysMapped = ReadingOptions(rawValue: 1)
  }
  public init() { notImplemented() }
  public init<S: Sequence<UInt8>>(_ elements: S) { notImplemented() }
  public init(contentsOf url: URL, options: ReadingOptions = []) throws { notImplemented() }
  public var startIndex: Int { notImplemented() }
  public var endIndex: Int { notImplemented() }
  public subscript(index: Int) -> UInt8 { notImplemented() }
  public subscript(bounds: Range<Int>) -> Data { notImplemented() }
  public mutating func append(_ byte: UInt8) { notImplemented() }
  public func range(of data: Data) -> Range<Int>? { notImplemented() }
  public init?(base64Encoded text: String) { notImplemented() }
  public func base64EncodedString() -> String { notImplemented() }
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { notImplemented() }
}

public final class FileManager {
  public nonisolated(unsafe) static let `default` = FileManager()
  public var currentDirectoryPath: String { notImplemented() }
  public func contentsOfDirectory(atPath path: String) throws -> [String] { notImplemented() }
  public func subpathsOfDirectory(atPath path: String) throws -> [String] { notImplemented() }
  public func contents(atPath path: String) -> Data? { notImplemented() }
}

public final class ProcessInfo: Sendable {
  public static let processInfo = ProcessInfo()
  public var environment: [String: String] { notImplemented() }
}

public final class JSONEncoder {
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    public static let sortedKeys = OutputFormatting(rawValue: 2)
    public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)
  }
  public enum NonConformingFloatEncodingStrategy: Sendable {
    case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
  public init() {}
  public var outputFormatting: OutputFormatting {
    get { notImplemented() }
    set { notImplemented() }
  }
  public var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
    get { notImplemented() }
    set { notImplemented() }
  }
  public func encode<T: Encodable>(_ value: T) throws -> Data { notImplemented() }
}

public final class JSONDecoder {
  public enum NonConformingFloatDecodingStrategy: Sendable {
    case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
  public init() {}
  public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
    get { notImplemented() }
    set { notImplemented() }
  }
  public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { notImplemented() }
}

extension String {
  public struct Encoding: Sendable { public static let utf8 = Encoding() }
  public init(contentsOfFile path: String, encoding: Encoding) throws { notImplemented() }
}
