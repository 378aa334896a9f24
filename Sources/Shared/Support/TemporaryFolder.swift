import CSupport
import Glibc

/// A new directory for temporary files. The directory and its contents are removed when the object is released.
public final class TemporaryFolder {
  /// Absolute, without a slash at the end.
  public let path: String

  /// The directory of temporary files, as an absolute path: `TMPDIR`, or `/tmp` if that is unset or empty.
  public static var parent: String {
    let variable = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    let path = variable.isEmpty ? "/tmp" : variable
    return resolvedPath(path) ?? path
  }

  /// Makes a directory in `parent`, readable by the user alone.
  ///
  /// - Parameter prefix: the start of its name, such as `lv2val`.
  public init(prefix: String) throws(OutputError) {
    let name = "\(Self.parent)/\(prefix)-XXXXXX"
    var template = Array(name.utf8CString)
    guard mkdtemp(&template) != nil else { throw OutputError(path: name, errno: errno) }
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  deinit { support_remove(path) }
}
