import Glibc
import Reporting

/// What goes to the user.
enum Console {
  /// A line on standard error, with the program's name.
  static func error(_ message: String) {
    _ = transfer(Array("lv2val: \(message.onOneLine)\n".utf8), to: STDERR_FILENO)
  }

  /// Writes a text to standard output.
  ///
  /// - Throws: `OutputError`.
  static func write(_ text: String) throws { try write(Array(text.utf8), to: nil) }

  /// Writes a report to a file, or to standard output where `path` is nil.
  ///
  /// - Throws: `OutputError`.
  static func write(_ bytes: [UInt8], to path: String?) throws {
    guard let path, OutputPlace(path).stream == nil else {
      let descriptor = path.flatMap { OutputPlace($0).stream } ?? STDOUT_FILENO
      if let failure = transfer(bytes, to: descriptor) {
        throw OutputError(name: path ?? "standard output", errno: failure)
      }
      return
    }
    try OutputFile(path).replace { place in
      let descriptor = open(place, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else { throw OutputError(name: path, errno: errno) }
      let failure = transfer(bytes, to: descriptor)
      // Network file systems tell only now that there was no room.
      let status = close(descriptor)
      if let failure = failure ?? (status == 0 ? nil : errno) { throw OutputError(name: path, errno: failure) }
    }
  }

  /// Returns the errno of what went wrong, or nil.
  private static func transfer(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 || errno == EINTR else { return errno }
      rest = rest.dropFirst(max(0, count))
    }
    return nil
  }
}

/// A report or a plot could not be written.
struct OutputError: Error, CustomStringConvertible {
  var name: String
  var errno: Int32

  var description: String { "\(name) cannot be written: \(String(cString: strerror(errno)))" }
}
