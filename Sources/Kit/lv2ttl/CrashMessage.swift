import Glibc

/// What a crash of this program means: the effect that runs at that time has caused it.
enum CrashMessage {
  nonisolated(unsafe) private static var text: UnsafeMutablePointer<CChar>?

  /// Prints `message` if the program crashes from now on.
  static func set(_ message: String) {
    free(text)
    text = strdup("lv2ttl: \(message)\n")
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] {
      signal(number) { _ in
        // The runtime has printed what the program itself found wrong, with the line.
        if let text = CrashMessage.text { write(STDERR_FILENO, text, strlen(text)) }
        _exit(1)
      }
    }
  }
}
