import Glibc
import LV2Host
import Support

extension TemporaryFolder {
  /// A folder for files that a plug-in reads or writes during a check.
  ///
  /// In a child process it is in the child's own scratch directory. The parent removes that directory in every case.
  ///
  /// - Throws: `HostError` if the directory cannot be made.
  package convenience init() throws(HostError) {
    do {
      try self.init(prefix: "lv2val-state")
    } catch {
      throw .temporaryFile(name: "a temporary folder", errno: error.errno)
    }
  }

  /// Writes a 16-bit mono WAV file with a sine of 440 Hz, 0.1 s at 48 kHz, and returns its path.
  ///
  /// - Throws: `HostError` if the file cannot be written.
  package func writeSound() throws(HostError) -> String {
    let samples = (0..<4800).map { Int16(8000 * sin(2 * Double.pi * 440 * Double($0) / 48_000)) }
    var bytes: [UInt8] = []
    func append<T: FixedWidthInteger>(_ value: T) { withUnsafeBytes(of: value.littleEndian) { bytes += $0 } }
    bytes += Array("RIFF".utf8)
    append(UInt32(36 + 2 * samples.count))
    bytes += Array("WAVEfmt ".utf8)
    let format: [any FixedWidthInteger] = [
      UInt32(16), UInt16(1), UInt16(1), UInt32(48_000), UInt32(96_000), UInt16(2), UInt16(16),
    ]
    for value in format { append(value) }
    bytes += Array("data".utf8)
    append(UInt32(2 * samples.count))
    for sample in samples { append(sample) }
    let name = "sound.wav"
    let file = "\(path)/\(name)"
    func failure(_ errno: Int32) -> HostError { .temporaryFile(name: "the temporary file \(name)", errno: errno) }
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure(errno) }
    defer { close(descriptor) }
    if let errno = writeAll(bytes, to: descriptor) { throw failure(errno) }
    return file
  }
}
