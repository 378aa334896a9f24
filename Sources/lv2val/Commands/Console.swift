import Glibc

/// What goes to the user.
enum Console {
  /// A line on standard error, with the program's name.
  static func error(_ message: String) {
    _ = transfer(Array("lv2val: \(message)\n".utf8), to: STDERR_FILENO)
  }

  /// Writes a report to a file, or to standard output where `path` is nil.
  ///
  /// A file that cannot be written to its end is removed: half a report is none.
  /// - Throws: `OutputError`.
  static func write(_ bytes: [UInt8], to path: String?) throws(OutputError) {
    let name = path ?? "standard output"
    let descriptor = path.map { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) } ?? STDOUT_FILENO
    guard descriptor >= 0 else { throw OutputError(name: name, errno: errno) }
    var failure = transfer(bytes, to: descriptor)
    if let path {
      if close(descriptor) != 0 && failure == nil { failure = errno }
      if failure != nil { removeFile(path) }
    }
    if let failure { throw OutputError(name: name, errno: failure) }
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

  /// Removes a regular file; a device stays.
  private static func removeFile(_ path: String) {
    var status = stat()
    if stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG { unlink(path) }
  }
}

/// A report could not be written.
struct OutputError: Error, CustomStringConvertible {
  var name: String
  var errno: Int32

  var description: String { "the report cannot be written to \(name): \(String(cString: strerror(errno)))" }
}
