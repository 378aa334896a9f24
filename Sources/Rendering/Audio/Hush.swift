import Glibc

/// Keeps libraries that print from doing so.
enum Hush {
  /// Runs `body` with standard error leading nowhere, for the whole process: for the main thread, while it is alone.
  static func standardError<Result>(during body: () -> Result) -> Result {
    let kept = fcntl(2, F_DUPFD_CLOEXEC, 3)
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    if kept >= 0 && nowhere >= 0 { dup2(nowhere, 2) }
    close(nowhere)
    defer {
      if kept >= 0 {
        dup2(kept, 2)
        close(kept)
      }
    }
    return body()
  }
}
