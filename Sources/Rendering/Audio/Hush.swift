import CProcess
import Glibc

/// Keeps libraries that print remarks from doing so; libmpg123 does, about what is no MP3.
enum Hush {
  // SAFETY: glibc's `stderr` is a variable like any other (The GNU C Library, "Standard Streams"), and each of the
  // values that it gets here stays good to the end of the process. lv2render itself writes to descriptor 2.
  nonisolated(unsafe) private static let usual = cprocess_stderr()
  nonisolated(unsafe) private static let nowhere = fopen("/dev/null", "we")

  /// Runs `body` while what C writes to `stderr` goes nowhere.
  static func standardError<Result>(during body: () -> Result) -> Result {
    guard let nowhere, let usual else { return body() }
    cprocess_set_stderr(nowhere)
    defer { cprocess_set_stderr(usual) }
    return body()
  }
}
