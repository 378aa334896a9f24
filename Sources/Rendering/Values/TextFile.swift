import Glibc

/// A small text file, read whole.
enum TextFile {
  /// Larger than any breakpoint file, in bytes.
  private static let limit = 16 << 20

  /// What U+FEFF is in UTF-8, which some editors begin a file with.
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// - Throws: `RenderError.input` where it cannot be read or is larger than 16 MiB.
  static func read(_ path: String) throws(RenderError) -> String {
    guard let file = fopen(path, "r") else { throw .input(path: path, reason: String(cString: strerror(errno))) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
      if bytes.count > limit { throw .input(path: path, reason: "too large for a breakpoint file") }
    }
    guard ferror(file) == 0 else { throw .input(path: path, reason: "cannot be read") }
    return String(decoding: bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0), as: UTF8.self)
  }
}
