import Glibc

/// Files that are read as a whole.
enum SmallFile {
  /// In bytes.
  private static let largest = 16 << 20

  /// - Parameter kind: what the file is, for a message.
  /// - Throws: `RenderError.input` if it cannot be read or is larger than 16 MiB.
  static func bytes(of path: String, kind: String) throws(RenderError) -> [UInt8] {
    guard let file = fopen(path, "r") else { throw .input(path: path, reason: systemMessage()) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
      if bytes.count > largest { throw .input(path: path, reason: "A \(kind) is limited to 16 MiB") }
    }
    guard ferror(file) == 0 else { throw .input(path: path, reason: systemMessage()) }
    return bytes
  }
}
