import Glibc

/// Writes all bytes to a descriptor. Returns nil, or the `errno` of the call of write(2) that failed.
@discardableResult
public func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard count >= 0 || errno == EINTR else { return errno }
    rest = rest.dropFirst(max(0, count))
  }
  return nil
}

/// Reads a whole file, which can be a pipe.
public func readFile(_ path: String) throws(UsageError) -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  defer { if descriptor >= 0 { close(descriptor) } }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  var count = descriptor < 0 ? -1 : read(descriptor, &chunk, chunk.count)
  while count > 0 {
    bytes += chunk[..<count]
    count = read(descriptor, &chunk, chunk.count)
  }
  guard count == 0 else { throw UsageError("\(path) cannot be read: \(String(cString: strerror(errno)))") }
  return bytes
}

extension String {
  /// U+FEFF in UTF-8, with which some editors begin a file.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The text of a file in UTF-8, without a byte order mark.
  public init(contentOfFile bytes: [UInt8]) {
    self.init(decoding: bytes.starts(with: Self.byteOrderMark) ? bytes[3...] : bytes[...], as: UTF8.self)
  }
}

/// The absolute path without symbolic links; nil, with the reason in `errno`, if the file does not exist.
public func resolvedPath(_ path: String) -> String? {
  guard let absolute = realpath(path, nil) else { return nil }
  defer { free(absolute) }
  return String(cString: absolute)
}

/// Whether the path leads to a regular file of at most this size, so that reading it ends. A pipe can have no writer.
public func isRegularFile(_ path: String, atMost size: Int = .max) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size <= size
}
