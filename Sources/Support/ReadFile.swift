import Glibc

/// Reads a whole file, which can be a pipe.
///
/// - Throws: `UsageError` if the file cannot be read.
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
