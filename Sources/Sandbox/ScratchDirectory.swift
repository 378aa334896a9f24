import FoundationEssentials
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

  /// `TMPDIR`, or `/tmp`.
  static var parent: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
