import CSupport
import Glibc

/// A temporary file beside its destination that replaces the destination once it is complete. Readers never see a partial
/// file, and an existing file stays unchanged until then.
///
/// If the object is released before `commit()`, the temporary file is removed.
public final class ReplacementFile {
  /// The path of the temporary file: `.unfinished-XXXXXX` in the directory of the destination.
  public let path: String
  /// Open for reading and writing until `close()`; then -1.
  public private(set) var descriptor: Int32
  private let destination: String
  private var isPending = true

  /// Creates the temporary file, with the permissions of the destination.
  public init(for place: OutputPlace) throws(OutputError) {
    destination = place.path
    var template = Array("\(place.directory).unfinished-XXXXXX".utf8CString)
    descriptor = mkostemp(&template, O_CLOEXEC)
    guard descriptor >= 0 else { throw OutputError(path: place.path, errno: errno) }
    fchmod(descriptor, place.mode)
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
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
