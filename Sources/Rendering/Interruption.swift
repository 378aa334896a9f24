import Glibc
import Synchronization

/// SIGINT and SIGTERM, noted by a handler and met at the next block.
enum Interruption {
  private static let received = Atomic<Int32>(0)

  /// Starts noting the signals; system calls return early when one comes.
  static func watch() {
    received.store(0, ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { Interruption.received.store($0, ordering: .relaxed) }
      sigaction(number, &action, nil)
    }
  }

  /// - Throws: `RenderError.interrupted` once a signal has come.
  static func check() throws(RenderError) {
    let signal = received.load(ordering: .relaxed)
    if signal != 0 { throw .interrupted(signal: signal) }
  }
}
