import Glibc

/// A temporary file beside its destination that replaces the destination once it is complete. Readers never see a partial
/// file, and an existing file stays unchanged until then.
///
/// If the object is released before `commit()`, the temporary file is removed.
public final class ReplacementFile {
  /// The path of the temporary file: `.unfinished-` and a random number in the directory of the destination.
  public let path: String
  /// Open for reading and writing until `close()`; then -1.
  public private(set) var descriptor: Int32
  private let destination: String
  private var isPending = true

  /// Creates the temporary file, with the permissions of the destination or those of any new file.
  public init(for place: OutputPlace) throws(OutputError) {
    destination = place.path
    // The kernel applies the umask. mkostemp() would not, and a process cannot read its umask without a change of it.
    let mode: mode_t = place.permissions == nil ? 0o666 : 0o600
    var candidate: String
    repeat {
      candidate = "\(place.directory).unfinished-\(String(UInt64.random(in: .min ... .max), radix: 36))"
      descriptor = open(candidate, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    } while descriptor < 0 && errno == EEXIST
    guard descriptor >= 0 else { throw OutputError(path: place.path, errno: errno) }
    if let permissions = place.permissions { fchmod(descriptor, permissions) }
    path = candidate
  }

  deinit {
    if descriptor >= 0 { Glibc.close(descriptor) }
    if isPending { unlink(path) }
  }

  /// Closes the file. Network file systems report a full disk only at this point.
  public func close() throws(OutputError) {
    guard descriptor >= 0 else { return }
    let status = Glibc.close(descriptor)
    descriptor = -1
    if status != 0 { throw OutputError(path: destination, errno: errno) }
  }

  /// Closes the file and renames it to the destination, which is unchanged after an error.
  public func commit() throws(OutputError) {
    try close()
    guard rename(path, destination) == 0 else { throw OutputError(path: destination, errno: errno) }
    isPending = false
  }
}
