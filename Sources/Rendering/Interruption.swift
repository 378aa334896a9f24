import CProcess
import Glibc

/// SIGINT, SIGTERM, and all others that end a program from outside, end this one at once, wherever it is: in libsndfile
/// too, which goes on waiting for a pipe that gives nothing. What must not stay behind is told here beforehand. Those that
/// were ignored when the program began (nohup) stay ignored.
public enum Interruption {
  // SAFETY: written by the main thread while the signals are held back; read by the handler, which runs on the main
  // thread alone, since every other thread is started with the signals held back.

  /// The temporary file, a C string.
  nonisolated(unsafe) private static var file: UnsafeMutablePointer<CChar>?
  /// The process group that plug-ins run in; 0 for none.
  nonisolated(unsafe) private static var group: pid_t = 0
  nonisolated(unsafe) private static var lastWords: (text: UnsafeMutablePointer<CChar>?, length: Int) = (nil, 0)
  private static let signals = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2, SIGIO, SIGPWR, SIGSTKFLT, SIGXCPU,
  ]

  /// Starts to listen, whatever mask the process was born with.
  ///
  /// - Parameter lastWords: what goes to standard error before the program ends with 128 and the signal's number.
  public static func watch(lastWords: String) {
    (file, group, self.lastWords) = (nil, 0, (strdup(lastWords), lastWords.utf8.count))
    for number in signals where cprocess_ignores(number) == 0 {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { Interruption.end($0) }
      sigaction(number, &action, nil)
    }
    var mask = set
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    // A write beyond a limit or into a pipe that nobody reads fails then, as one to a full disk does, and does not end the
    // process.
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
  }

  /// Runs `body` with the signals held back; one that comes meanwhile is met afterwards.
  static func holding<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    var (mask, before) = (set, sigset_t())
    pthread_sigmask(SIG_BLOCK, &mask, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try body()
  }

  /// The file that goes when the program is interrupted, or nil; to be told within `holding`.
  static func remove(_ path: String?) {
    free(file)
    file = path.flatMap { strdup($0) }
  }

  /// The process group that is killed when the program is interrupted, or 0; to be told within `holding`.
  static func kill(group: pid_t) { self.group = group }

  private static var set: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in signals { sigaddset(&set, number) }
    return set
  }

  /// Runs in the handler: calls nothing that is not safe there.
  private static func end(_ signal: Int32) -> Never {
    if let file { unlink(file) }
    if group > 0 { Glibc.kill(-group, SIGKILL) }
    _ = write(2, lastWords.text, lastWords.length)
    _exit(128 + signal)
  }
}
