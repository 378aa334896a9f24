import CProbe
import Synchronization

/// The threads that the plug-in itself has started.
package enum PluginThreads {
  /// In milliseconds: longer than a scheduler lets a thread wait for its turn on a busy machine.
  private static let patience = 50
  /// After so many times in vain nobody waits any more: there is a thread that never rests.
  private static let attempts = 10
  private static let failures = Atomic<Int>(0)

  /// Lets them do what they have to do, until each of them waits for something.
  ///
  /// Whether run() finds them at work or asleep is then no matter of chance.
  package static func rest() {
    guard failures.load(ordering: .relaxed) < attempts else { return }
    if !probe_threads_wait(UInt32(patience)) { failures.add(1, ordering: .relaxed) }
  }
}
