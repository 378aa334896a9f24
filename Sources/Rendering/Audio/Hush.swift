import CProcess
import Glibc

/// Keeps libraries that print remarks from doing so: libmpg123 about what is no MP3, lilv about bundles that nobody asked
/// for.
enum Hush {
  // SAFETY: glibc's `stderr` is a variable like any other (The GNU C Library, "Standard Streams"), and each of the
  // values that it gets here stays good to the end of the process. lv2render itself writes to descriptor 2.
  nonisolated(unsafe) private static let usual = cprocess_stderr()
  nonisolated(unsafe) private static let nowhere = fopen("/dev/null", "we")

  /// Runs `body` while what C writes to `stderr` goes nowhere.
  static func standardError<Result, Failure>(during body: () throws(Failure) -> Result) throws(Failure) -> Result {
    guard let nowhere, let usual else { return try body() }
    cprocess_set_stderr(nowhere)
    defer { cprocess_set_stderr(usual) }
    return try body()
  }
}
