import Glibc

/// Writes all bytes to a descriptor, with as many calls of write(2) as this takes.
///
/// - Returns: nil, or the `errno` of the call that failed.
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
