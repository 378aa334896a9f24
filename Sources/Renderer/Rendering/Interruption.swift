import CProcess
import Glibc

/// Ends the program cleanly on SIGINT, SIGTERM and all other signals that end a process from outside.
///
/// The handler ends the process at once, because libsndfile may wait for a pipe without end. Therefore it must know
/// beforehand what to remove. Signals that the process ignored from its start (nohup) stay ignored.
public enum Interruption {
  // SAFETY: the main thread writes these with the signals blocked; the handler reads them. It runs on the main thread
  // only, because every other thread starts with the signals blocked.

  /// The path of the temporary file, a C string.
  nonisolated(unsafe) private static var temporaryFile: UnsafeMutablePointer<CChar>?
  /// The path of the temporary folder, and of the only file that it can have besides the temporary file.
  nonisolated(unsafe) private static var temporaryFolder: UnsafeMutablePointer<CChar>?
  nonisolated(unsafe) private static var fileInFolder: UnsafeMutablePointer<CChar>?
  /// The process group of the plug-ins; 0 for none.
  nonisolated(unsafe) private static var processGroup: pid_t = 0
  nonisolated(unsafe) private static var message: Message = (nil, 0)
  /// The message once the output is complete.
  nonisolated(unsafe) private static var messageAfterOutput: Message = (nil, 0)

  private typealias Message = (text: UnsafeMutablePointer<CChar>?, length: Int)

  private static let signals = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2, SIGIO, SIGPWR, SIGSTKFLT, SIGXCPU,
  ]

  /// Installs the handlers and unblocks the signals.
  ///
  /// SIGXFSZ and SIGPIPE are ignored: a write beyond a limit or into a closed pipe fails instead of ending the process.
  ///
  /// - Parameters:
  ///   - message: written to standard error before the process exits with 128 plus the signal's number.
  ///   - messageAfterOutput: written instead when the output is complete.
  public static func handleSignals(message: String, messageAfterOutput: String) {
    (temporaryFile, processGroup) = (nil, 0)
    self.message = (strdup(message), message.utf8.count)
    self.messageAfterOutput = (strdup(messageAfterOutput), messageAfterOutput.utf8.count)
    for number in signals where cprocess_ignores(number) == 0 {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { Interruption.end($0) }
      sigaction(number, &action, nil)
    }
    var mask = set
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
  }

  /// Runs `body` with the signals blocked. A signal that arrives meanwhile is handled afterwards.
  static func withSignalsBlocked<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    var (mask, before) = (set, sigset_t())
    pthread_sigmask(SIG_BLOCK, &mask, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try body()
  }

  /// Starts a thread with the signals blocked.
  ///
  /// - Throws: `RenderError.internal` if the system has no thread.
  static func startThread(_ body: @escaping @Sendable () -> Void) throws(RenderError) -> pthread_t {
    final class Body: Sendable {
      let run: @Sendable () -> Void
      init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    let context = Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let status = withSignalsBlocked {
      pthread_create(
        &thread, nil,
        { context in
          if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
          return nil
        }, context.toOpaque())
    }
    guard status == 0 else {
      context.release()
      throw .internal("The system could not start a thread: \(systemMessage(status))")
    }
    return thread
  }

  /// Sets the file to remove on an interruption; nil for none. Call it within `withSignalsBlocked`.
  static func setTemporaryFile(_ path: String?) {
    free(temporaryFile)
    temporaryFile = path.flatMap { strdup($0) }
  }

  /// Sets the folder to remove on an interruption, with its file; nil for none. Call it within `withSignalsBlocked`.
  static func setTemporaryFolder(_ path: String?, file: String = "") {
    free(temporaryFolder)
    free(fileInFolder)
    (temporaryFolder, fileInFolder) = (path.flatMap { strdup($0) }, strdup(file))
  }

  /// States that the output is complete: an interruption does not change it any more. Call it within `withSignalsBlocked`.
  static func noteCompleteOutput() { message = messageAfterOutput }

  /// Sets the process group to kill on an interruption; 0 for none. Call it within `withSignalsBlocked`.
  static func setProcessGroup(_ group: pid_t) { processGroup = group }

  private static var set: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in signals { sigaddset(&set, number) }
    return set
  }

  /// Runs in the handler: calls only async-signal-safe functions.
  private static func end(_ signal: Int32) -> Never {
    if let temporaryFile { unlink(temporaryFile) }
    if let temporaryFolder, let fileInFolder {
      unlink(fileInFolder)
      rmdir(temporaryFolder)
    }
    if processGroup > 0 { kill(-processGroup, SIGKILL) }
    _ = write(STDERR_FILENO, message.text, message.length)
    _exit(128 + signal)
  }
}
