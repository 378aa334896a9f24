import FoundationEssentials
import Glibc

/// A file that a report or a plot is written to: beside its place at first, so that what was there before stays until all
/// is written.
struct OutputFile {
  /// As the user has named it.
  let path: String
  private let status: stat?

  init(_ path: String) {
    self.path = path
    var status = stat()
    self.status = stat(path, &status) == 0 ? status : nil
  }

  /// Whether it can be made or replaced, as far as can be told before.
  ///
  /// - Throws: `OutputError`.
  func check() throws(OutputError) {
    if let status, status.st_mode & S_IFMT == S_IFDIR { throw OutputError(name: path, errno: EISDIR) }
    guard access(status == nil ? directory : path, W_OK) == 0 else { throw OutputError(name: path, errno: errno) }
  }

  /// Writes it.
  ///
  /// - Parameter write: writes to the path that it is given: of a file beside the place, or of what is no regular file
  ///   and cannot be replaced, such as a pipe.
  /// - Throws: `OutputError`, and what `write` throws.
  func replace(_ write: (String) throws -> Void) throws {
    try check()
    if let status, status.st_mode & S_IFMT != S_IFREG { return try write(path) }
    // Where symbolic links lead: the file is replaced, not the link.
    let place = URL(filePath: path).resolvingSymlinksInPath().path
    let temporary = "\(place).\(getpid())"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw OutputError(name: path, errno: errno) }
    if let status { fchmod(descriptor, status.st_mode & 0o777) }
    close(descriptor)
    do {
      try write(temporary)
      guard rename(temporary, place) == 0 else { throw OutputError(name: path, errno: errno) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  private var directory: String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "." }
}
