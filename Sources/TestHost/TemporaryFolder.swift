import FoundationEssentials
import Glibc
import LV2Host

/// A directory for files that a plug-in makes or reads during a check; it goes with this object.
///
/// In a child it lies in the child's own scratch directory, which the parent removes whatever becomes of the child.
package final class TemporaryFolder {
  /// Absolute, without a slash at its end.
  package let path: String

  /// - Throws: `HostError` where the directory cannot be made.
  package init() throws {
    let wanted = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    let parent = wanted.isEmpty ? "/tmp" : wanted
    var template = Array("\(parent)/lv2val-state-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil, let resolved = realpath(template, nil) else {
      throw HostError.file(path: parent + "/lv2val-state", errno: errno)
    }
    path = String(cString: resolved)
    free(resolved)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a tenth of a second of a sine as a WAV file of one channel, and returns its path.
  ///
  /// - Throws: `HostError` where the file cannot be made.
  package func writeSound() throws -> String {
    let samples = (0..<4800).map { Int16(8000 * sin(2 * Double.pi * 440 * Double($0) / 48_000)) }
    var bytes: [UInt8] = []
    func append<T: FixedWidthInteger>(_ value: T) { withUnsafeBytes(of: value.littleEndian) { bytes += $0 } }
    bytes += Array("RIFF".utf8)
    append(UInt32(36 + 2 * samples.count))
    bytes += Array("WAVEfmt ".utf8)
    append(UInt32(16))
    append(UInt16(1))
    append(UInt16(1))
    append(UInt32(48_000))
    append(UInt32(96_000))
    append(UInt16(2))
    append(UInt16(16))
    bytes += Array("data".utf8)
    append(UInt32(2 * samples.count))
    for sample in samples { append(sample) }
    let file = "\(path)/sound.wav"
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw HostError.file(path: file, errno: errno) }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 || (count < 0 && errno == EINTR) else { throw HostError.file(path: file, errno: errno) }
      rest = rest.dropFirst(max(0, count))
    }
    return file
  }
}
