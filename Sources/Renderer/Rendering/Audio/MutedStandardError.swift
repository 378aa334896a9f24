import CProcess
import Glibc

/// Keeps libraries from printing to standard error: libmpg123 reports each defect of a file, lilv each defect of a
/// bundle.
enum MutedStandardError {
  // SAFETY: glibc's `stderr` is an assignable variable (The GNU C Library, "Standard Streams"), and both values remain
  // valid to the end of the process. lv2render itself writes to the descriptor.
  nonisolated(unsafe) private static let original = cprocess_stderr()
  nonisolated(unsafe) private static let null = fopen("/dev/null", "we")

  /// Runs `body` while the C variable `stderr` refers to `/dev/null`.
  static func during<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    guard let null, let original else { return try body() }
    cprocess_set_stderr(null)
    defer { cprocess_set_stderr(original) }
    return try body()
  }
}
