import Glibc
import Synchronization

/// SIGINT and SIGTERM, noted by a handler and met at the next block.
enum Interruption {
  private static let received = Atomic<Int32>(0)

  /// Starts noting the signals, whatever mask the process was born with; system calls return early when one comes.
  static func watch() {
    received.store(0, ordering: .relaxed)
    var mask = sigset_t()
    sigemptyset(&mask)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { Interruption.received.store($0, ordering: .relaxed) }
      sigaction(number, &action, nil)
      sigaddset(&mask, number)
    }
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    // A write beyond a limit fails then, as one to a full disk does, and does not end the process.
    signal(SIGXFSZ, SIG_IGN)
  }

  /// - Throws: `RenderError.interrupted` once a signal has come.
  static func check() throws(RenderError) {
    let signal = received.load(ordering: .relaxed)
    if signal != 0 { throw .interrupted(signal: signal) }
  }
}
