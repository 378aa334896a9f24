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

  /// Writes a file for the parameters of a plug-in that are paths, and returns its path: a mono sound with a sine of
  /// 440 Hz, 0.1 s at 48 kHz, in the format that the plug-in expects. Returns the file of the user if there is one.
  ///
  /// - Throws: `HostError` if the file cannot be written.
  package func writeFile(for context: PluginContext) throws(HostError) -> String {
    if let path = context.file?.given { return path }
    return try write(SoundFile(frames: 4800), as: FileFormat(of: context), named: "sound")
  }

  /// Writes a sound in a format, and returns the path of the file.
  ///
  /// - Parameter name: without an extension.
  /// - Throws: `HostError` if a file cannot be written.
  package func write(_ sound: SoundFile, as format: FileFormat, named name: String) throws(HostError) -> String {
    switch format {
    case .sound: return try write(sound.bytes, to: "\(name).wav")
    case .soundFont: return try write(sound.soundFont, to: "\(name).sf2")
    case .sfz:
      _ = try write(sound.bytes, to: "\(name).wav")
      return try write(Array("<region> sample=\(name).wav pitch_keycenter=60\n".utf8), to: "\(name).sfz")
    }
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
