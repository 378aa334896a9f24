/// One frame of a backtrace, as far as it could be symbolized.
public struct StackFrame: Codable, Sendable, Hashable {
  public var address: UInt64
  /// The library or executable that the address is in, as a path; nil where it is in none.
  public var image: String?
  /// The address relative to the image's load address: what `addr2line -e image` wants.
  public var offset: UInt64?
  /// The function's name; nil where neither symbols nor debug information name it.
  public var function: String?
  /// The source file, where the image has debug information.
  public var file: String?
  /// The line in `file`, counted from 1.
  public var line: Int?
}

extension StackFrame {
  public init(address: UInt64, image: String?) { self.init(address: address, image: image, offset: nil) }
}
