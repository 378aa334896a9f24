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
    try write(SoundFile(frames: 4800).bytes, to: "sound.wav")
  }

  /// Writes a file and returns its path.
  ///
  /// - Throws: `HostError` if the file cannot be written.
  package func write(_ bytes: [UInt8], to name: String) throws(HostError) -> String {
    let file = "\(path)/\(name)"
    func failure(_ errno: Int32) -> HostError { .temporaryFile(name: "the temporary file \(name)", errno: errno) }
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure(errno) }
    defer { close(descriptor) }
    if let errno = writeAll(bytes, to: descriptor) { throw failure(errno) }
    return file
  }
}

/// A WAV file with a sine of 440 Hz at a quarter of full scale, or with an impulse.
package struct SoundFile: Sendable {
  package var frames: Int
  package var channels = 1
  /// In hertz.
  package var rate = 48_000
  /// Whether samples are 32-bit floating-point numbers instead of 16-bit integers.
  package var isFloat = false
  /// Whether the first sample is 0.5 and all others are 0.
  package var isImpulse = false

  package init(
    frames: Int, channels: Int = 1, rate: Int = 48_000, isFloat: Bool = false, isImpulse: Bool = false
  ) {
    self.frames = frames
    self.channels = channels
    self.rate = rate
    self.isFloat = isFloat
    self.isImpulse = isImpulse
  }

  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    func append<T: BitwiseCopyable>(_ value: T) { withUnsafeBytes(of: value) { bytes += $0 } }
    let frameSize = channels * (isFloat ? 4 : 2)
    bytes += Array("RIFF".utf8)
    append(UInt32(36 + frames * frameSize))
    bytes += Array("WAVEfmt ".utf8)
    append(UInt32(16))
    append(UInt16(isFloat ? 3 : 1))
    append(UInt16(channels))
    append(UInt32(rate))
    append(UInt32(rate * frameSize))
    append(UInt16(frameSize))
    append(UInt16(isFloat ? 32 : 16))
    bytes += Array("data".utf8)
    append(UInt32(frames * frameSize))
    for frame in 0..<frames {
      let sine = 0.25 * sin(2 * Double.pi * 440 * Double(frame) / Double(rate))
      let sample = isImpulse ? frame == 0 ? 0.5 : 0 : sine
      for _ in 0..<channels { if isFloat { append(Float(sample)) } else { append(Int16(32_000 * sample)) } }
    }
    return bytes
  }
}
