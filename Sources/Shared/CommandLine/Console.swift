import Glibc
import Support

/// The standard output and standard error of a tool.
public struct Console: Sendable {
  /// The name of the program, at the start of each line on standard error.
  public let program: String

  public init(program: String) { self.program = program }

  public func error(_ message: String) { writeAll(Array("\(program): \(message.onOneLine)\n".utf8), to: STDERR_FILENO) }

  public func write(_ text: String) throws(OutputError) { try write(Array(text.utf8)) }

  public func write(_ bytes: [UInt8]) throws(OutputError) {
    if let errno = writeAll(bytes, to: STDOUT_FILENO) { throw OutputError(path: "standard output", errno: errno) }
  }
}
