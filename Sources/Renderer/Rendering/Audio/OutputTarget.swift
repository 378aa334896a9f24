import Glibc
import Support

/// The destination of the output. A file is written beside its destination and replaces it at the end, so that there is
/// never a partial file.
///
/// Standard output, pipes and devices are written directly. Until `commit`, releasing the object removes the temporary
/// file.
final class OutputTarget {
  /// The name for messages.
  let path: String
  private var replacement: ReplacementFile?
  /// The descriptor of a destination that is written directly; otherwise -1.
  private var direct: Int32 = -1

  /// Open for writing, and for reading too unless it is a pipe.
  var descriptor: Int32 { replacement?.descriptor ?? direct }
  /// Whether a temporary file is written.
  let isTemporary: Bool
  /// Whether the beginning can be overwritten at the end.
  var isSeekable: Bool { lseek(descriptor, 0, SEEK_CUR) >= 0 }
  /// The directory for another temporary file, with a slash at the end; empty for the current directory.
  let directory: String

  /// - Parameter path: a path or `-`.
  /// - Throws: `RenderError.output` if the destination cannot be written; `usage` if standard output is not suitable.
  init(_ path: String) throws(RenderError) {
    let stream = StandardStream.output
    let isStream = stream.isMeant(by: path)
    let name = isStream ? stream.name : path
    self.path = name
    var status = stat()
    let exists = (isStream ? fstat(STDOUT_FILENO, &status) : stat(path, &status)) == 0
    let type = status.st_mode & S_IFMT
    isTemporary = !isStream && (!exists || type == S_IFREG || type == S_IFDIR)
    guard isTemporary else {
      directory = TemporaryFolder.parent + "/"
      // A pipe that is also open for reading here would not report that its reader has closed it.
      direct = isStream ? stream.duplicate() : open(path, (type == S_IFIFO ? O_WRONLY : O_RDWR) | O_CLOEXEC)
      guard direct >= 0 else { throw .output(path: name, reason: systemMessage()) }
      if isStream { try Self.checkStandardOutput(type) }
      return
    }
    let place = try Self.place(path, exists: exists)
    directory = place.directory
    replacement = try Interruption.withSignalsBlocked { () throws(RenderError) in
      do throws(OutputError) {
        let file = try ReplacementFile(for: place)
        Interruption.setTemporaryFile(file.path)
        return file
      } catch { throw .output(path: name, reason: systemMessage(error.errno)) }
    }
  }

  deinit {
    if direct >= 0 { close(direct) }
    Interruption.withSignalsBlocked {
      replacement = nil
      Interruption.setTemporaryFile(nil)
    }
  }

  /// Closes the file and moves it to its destination.
  func commit() throws(RenderError) {
    try Interruption.withSignalsBlocked { () throws(RenderError) in
      do throws(OutputError) {
        try replacement?.commit()
      } catch { throw .output(path: path, reason: systemMessage(error.errno)) }
      Interruption.setTemporaryFile(nil)
      if direct < 0 { Interruption.noteCompleteOutput() }
    }
    let status = direct < 0 ? 0 : close(direct)
    direct = -1
    guard status == 0 else { throw .output(path: path, reason: systemMessage()) }
  }

  /// Whether two paths lead to the same regular file.
  static func areSame(_ first: String, _ second: String) -> Bool {
    var (one, other) = (stat(), stat())
    return stat(first, &one) == 0 && stat(second, &other) == 0 && one.st_mode & S_IFMT == S_IFREG
      && one.st_dev == other.st_dev && one.st_ino == other.st_ino
  }

  /// The place of a regular file, after symbolic links and links to open descriptors (`/dev/fd`).
  private static func place(_ path: String, exists: Bool) throws(RenderError) -> OutputPlace {
    let resolved = exists ? realpath(path, nil) : nil
    defer { free(resolved) }
    guard !exists || resolved != nil else { throw .output(path: path, reason: "The file was deleted and has no name") }
    let place = OutputPlace(resolved.flatMap { String(validatingCString: $0) } ?? path)
    if let errno = place.obstacle {
      throw .output(
        path: path, reason: errno == EILSEQ ? "The link leads to a name that is not UTF-8" : systemMessage(errno))
    }
    return place
  }

  /// Rejects a terminal, and a file that is opened for appending (`>>`), in which nothing can be overwritten.
  private static func checkStandardOutput(_ type: mode_t) throws(RenderError) {
    if isatty(STDOUT_FILENO) != 0 {
      throw .usage("Standard output is a terminal; redirect it to a pipe or a file, or name an output file.")
    }
    if type == S_IFREG && fcntl(STDOUT_FILENO, F_GETFL) & O_APPEND != 0 {
      throw .usage(
        "Standard output is opened for appending (>>), which sound files do not support; name an output file.")
    }
  }
}
