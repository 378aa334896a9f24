import Glibc

/// A file that a report or a plot is written to: beside its place at first, where that can be, so that what was there
/// before stays until all is written.
struct OutputFile {
  /// As the user has named it.
  let path: String
  private let place: OutputPlace

  init(_ path: String) {
    self.path = path
    place = OutputPlace(path)
  }

  /// Whether it can be made or replaced: hours may lie between this and `replace`.
  ///
  /// - Throws: `OutputError`.
  func check() throws(OutputError) {
    if let failure = place.obstacle { throw OutputError(name: path, errno: failure) }
    if place.isNew { unlink(try beside().get()) }
  }

  /// Writes it.
  ///
  /// - Parameter write: writes to the path that it is given, of a file that it makes where there is none.
  /// - Throws: `OutputError`, and what `write` throws.
  func replace(_ write: (String) throws -> Void) throws {
    if let failure = place.obstacle { throw OutputError(name: path, errno: failure) }
    if place.isKept { return try write(place.path) }
    let beside = beside()
    if case .failure(let error) = beside, !place.isNew, OutputFile.keepsPlace(error.errno) {
      return try write(place.path)
    }
    let temporary = try beside.get()
    defer { unlink(temporary) }
    try write(temporary)
    guard rename(temporary, place.path) != 0 else { return }
    guard OutputFile.keepsPlace(errno) else { throw OutputError(name: path, errno: errno) }
    try write(place.path)
  }

  /// Makes an empty file beside the place, by a name that is short whatever the place's is.
  private func beside() -> Result<String, OutputError> {
    var template = Array("\(place.directory).lv2val-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return .failure(OutputError(name: path, errno: errno)) }
    fchmod(descriptor, place.mode)
    close(descriptor)
    return .success(template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) })
  }

  /// Whether this hinders a file from being replaced, and not from being written: its directory may not be changed, or
  /// the file is one that is mounted.
  private static func keepsPlace(_ errno: Int32) -> Bool {
    [EACCES, EPERM, EROFS, EBUSY, EXDEV, ENAMETOOLONG].contains(errno)
  }
}
