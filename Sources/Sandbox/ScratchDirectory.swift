import CSandbox
import Glibc

/// A directory of its own for whatever a job writes, removed with all that is in it when its owner goes.
final class ScratchDirectory {
  let path: String

  /// Makes it in `parent`.
  init() throws(SandboxError) {
    var template = Array("\(Self.parent)/lv2val-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SandboxError(.scratch) }
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  /// `TMPDIR`, or `/tmp`, as an absolute path: a job has another working directory.
  static var parent: String {
    let wanted = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    let path = wanted.isEmpty ? "/tmp" : wanted
    guard let absolute = realpath(path, nil) else { return path }
    defer { free(absolute) }
    return String(cString: absolute)
  }

  deinit {
    sandbox_remove(path)
  }
}
